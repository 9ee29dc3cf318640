import { type Job, UnrecoverableError, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Log } from 'shared/observe/log.ts';
import { beginMails, type MailOutcome, mails } from 'shared/observe/metrics-outcomes.ts';
import type { Keys } from 'shared/process/keys.ts';
import { MAIL_QUEUE, type MailJob, mail, mailJob } from 'shared/queues/mail.ts';
import { openWorker } from 'shared/queues/open-worker.ts';
import { TURNS } from 'shared/turns.ts';
import { writeMail } from '../templates/write-mail.ts';
import { MailRefused, type SendMail } from './smtp.ts';

type MailWorkerOptions = { redis: Redis; keys: Keys; sendMail: SendMail; log: Log };

/**
 * Sends the mails of the queue. A job completes if and only if the mail server accepted its mail; there is one attempt,
 * because whoever waits is told and can ask again. A mailer that dies over a job leaves it to be sent once more.
 *
 * Each worker has one mail at a time. One that may have several takes all that it can before it begins any, and locks run out in
 * its hands: where Redis is slow, mails would wait for each other and go out twice.
 */
export const startMailWorkers = ({ redis, keys, sendMail, log }: MailWorkerOptions): Worker<MailJob>[] => {
  for (const { shape } of mail.options) beginMails(shape.template.value);

  const send = async (job: Job<MailJob>): Promise<void> => {
    const { sealed } = mailJob.parse(job.data);
    if (sealed === '') throw new MailRefused('abandoned');
    const opened = mail.parse(JSON.parse(keys.open('mail-job', sealed)));
    if (Date.parse(opened.expires_at) < Date.now()) throw new MailRefused('expired');
    await sendMail({ id: String(job.id), to: opened.to, ...writeMail(opened) });
  };

  const handle = async (job: Job<MailJob>): Promise<void> => {
    const line = { job: job.id, request_id: job.data.request_id, template: job.name };
    try {
      await send(job);
      log.info(line, 'mail accepted');
      mails.inc({ template: job.name, outcome: 'accepted' });
    } catch (err) {
      const reason = err instanceof MailRefused ? err.reason : 'unknown';
      log.warn({ ...line, reason, err }, 'mail not accepted');
      mails.inc({ template: job.name, outcome: outcomeOf(reason) });
      throw new UnrecoverableError(reason);
    }
  };

  return Array.from({ length: TURNS.mails }, (_, worker) =>
    openWorker<MailJob>(MAIL_QUEUE, handle, {
      connection: redis,
      log,
      // Short, so that the mail of a mailer that was killed goes out again while its sender still waits.
      lockDuration: 3000,
      stalledInterval: 1000,
      // Two of them look for stalled jobs, because one may fail as it starts.
      skipStalledCheck: worker > 1,
    }),
  );
};

const outcomeOf = (reason: string): MailOutcome => {
  if (reason === 'abandoned' || reason === 'expired') return reason;
  if (reason === 'unknown') return 'failed';
  if (reason === 'no SMTPUTF8') return 'refused';
  if (/^[45]\d\d$/.test(reason)) return reason.startsWith('4') ? 'put_off' : 'refused';
  return 'no_answer';
};
