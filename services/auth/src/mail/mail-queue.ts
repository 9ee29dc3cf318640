import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Queue, QueueEvents } from 'bullmq';
import { DEFAULT_TIMES, mailTimes } from 'shared/deadlines.ts';
import type { Log } from 'shared/observe/log.ts';
import { currentRequestId } from 'shared/observe/request-context.ts';
import type { Keys } from 'shared/process/keys.ts';
import { logQueueErrors } from 'shared/queues/log-queue-errors.ts';
import { MAIL_QUEUE, type Mail, type MailJob } from 'shared/queues/mail.ts';
import { createRedis, createWorkerRedis } from 'shared/store/redis.ts';

/** The mail server did not accept the mail, or not in time. */
export class MailNotSent extends Error {}

export type MailQueue = {
  /**
   * Resolves once the mail server has accepted the mail. Throws within `verdictMs` of `since`, when its caller began to wait (by
   * `performance.now`, for a clock can be set), otherwise: `MailNotSent`, or why it could not be queued.
   */
  send(mail: Mail, since?: number): Promise<void>;
  close(): Promise<void>;
};

/** The way to the mailer: seals a mail, queues it, and waits for what became of it. `smtpMs` is the mail server's time for a mail. */
export const createMailQueue = (
  redisUrl: string,
  keys: Keys,
  log: Log,
  smtpMs = DEFAULT_TIMES.SMTP_TIMEOUT_MS,
): MailQueue => {
  const { begunMs, verdictMs } = mailTimes(smtpMs);
  const connection = createRedis(redisUrl, log);
  const eventConnection = createWorkerRedis(redisUrl, log);
  // Not by `openQueue`, which waits for no connection: `maxLen` would be requested before there is one, refused and lost.
  const queue = new Queue<MailJob>(MAIL_QUEUE, {
    connection,
    skipVersionCheck: true,
    streams: { events: { maxLen: 1000 } },
    // A finished job is removed at once: it holds an address and a secret, if sealed.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  // From the first event that is kept, not from "now": no verdict is missed while this connection comes up or comes back.
  const events = new QueueEvents(MAIL_QUEUE, {
    connection: eventConnection,
    skipVersionCheck: true,
    lastEventId: '0',
  });
  logQueueErrors(events, MAIL_QUEUE, log);
  // The connection itself logs that Redis is down, and whoever adds a job learns what else fails.
  queue.on('error', () => {});

  const verdicts = new Map<string, (accepted: boolean) => void>();
  events.on('completed', ({ jobId }) => verdicts.get(jobId)?.(true));
  events.on('failed', ({ jobId }) => verdicts.get(jobId)?.(false));

  /**
   * Whether the job was withdrawn; one that the mailer has begun cannot be. Nor may be one that the mailer has finished, whose
   * verdict is on its way: `remove` would take it for unclaimed, so its state is checked first.
   */
  const withdraw = async (job: Job<MailJob>): Promise<boolean> =>
    (await job.isWaiting()) && (await queue.remove(job.id ?? '')) === 1;

  /**
   * What becomes of a job, from the moment in which it is queued:
   * - the mailer gives a verdict: that is what counts;
   * - after `begunMs` the mailer has not begun: the job is withdrawn, and the mail is not sent;
   * - after `begunMs` the mailer has begun, or the job cannot be withdrawn just now: the verdict is awaited further;
   * - after `verdictMs` there is no verdict: the mail counts as not sent, and the job is abandoned.
   *
   * This is the second of them: false once the job was withdrawn. In the third case it never resolves.
   */
  const withdrawnUnbegun = async (job: Job<MailJob>, since: number, signal: AbortSignal): Promise<false> => {
    await sleep(Math.max(0, since + begunMs - performance.now()), undefined, { signal });
    if (await withdraw(job).catch(() => false)) return false;
    return new Promise(() => {});
  };

  /** Nobody waits any more: the job loses its mail, so that a mailer that holds it does not repeat it. */
  const abandon = async (job: Job<MailJob>): Promise<void> => {
    if (!(await withdraw(job))) await job.updateData({ ...job.data, sealed: '' });
  };

  const send = async (mail: Mail, since = performance.now()): Promise<void> => {
    const id = randomUUID();
    const done = new AbortController();
    const verdict = new Promise<boolean>((resolve) => verdicts.set(id, resolve));
    const adding = queue.add(
      mail.template,
      { sealed: keys.seal('mail-job', JSON.stringify(mail)), request_id: currentRequestId() },
      { jobId: id },
    );
    try {
      const accepted = await Promise.race([
        verdict,
        adding.then((job) => withdrawnUnbegun(job, since, done.signal)),
        sleep(since + verdictMs - performance.now(), false, { signal: done.signal }),
      ]);
      if (!accepted) throw new MailNotSent('the mail was not accepted');
    } catch (error) {
      adding.then(abandon).catch(() => {});
      throw error;
    } finally {
      verdicts.delete(id);
      done.abort();
    }
  };

  return {
    send,
    close: async () => {
      await Promise.all([queue.close(), events.close()]);
      connection.disconnect();
      eventConnection.disconnect();
    },
  };
};
