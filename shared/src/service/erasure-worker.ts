import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import {
  ERASURE_DONE_QUEUE,
  type ErasingService,
  type ErasureDone,
  type ErasureJob,
  erasureJob,
  erasureQueue,
} from '../queues/erasure.ts';
import type { Log } from './log.ts';
import { createWorkerRedis } from './redis.ts';

/** How long a call that was let in before the account was refused may still write: its principal is good for a minute. */
const IN_FLIGHT_MS = 75_000;
const RETRY_MS = 2000;

export type ErasureWorkerOptions = {
  service: ErasingService;
  redisUrl: string;
  log: Log;
  /** Deletes everything that the service owns of the account; may run any number of times. */
  sweep(accountId: string): Promise<void>;
};

/**
 * Sweeps accounts that auth is erasing: once at once, once more when nothing that was in flight can still come, and then
 * reports to auth. Whatever goes wrong in between, a sweep is tried again.
 */
export const startErasureWorker = ({ service, redisUrl, log, sweep }: ErasureWorkerOptions) => {
  const connection = createWorkerRedis(redisUrl, log);
  const done = new Queue<ErasureDone>(ERASURE_DONE_QUEUE, { connection });

  const comeBack = async (
    job: Job<ErasureJob>,
    token: string | undefined,
    delayMs: number,
  ): Promise<never> => {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  };

  const erase = async (job: Job<ErasureJob>, token?: string): Promise<void> => {
    const { account_id, swept } = erasureJob.parse(job.data);
    try {
      await sweep(account_id);
    } catch (err) {
      log.warn({ err }, 'erasure not done yet');
      return comeBack(job, token, RETRY_MS);
    }
    if (swept) return void (await done.add('done', { account_id, service }));
    await job.updateData({ account_id, swept: true });
    return comeBack(job, token, IN_FLIGHT_MS);
  };

  const worker = new Worker<ErasureJob>(erasureQueue(service), erase, {
    connection,
    concurrency: 4,
    // Short, so that another process soon goes on with the job of one that was killed.
    lockDuration: 10_000,
    stalledInterval: 5000,
    // A finished job is gone at once. One that failed is queued again by auth.
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  // The connection itself logs that Redis is away.
  worker.on('error', () => {});
  done.on('error', () => {});
  return {
    close: async (): Promise<void> => {
      await Promise.all([worker.close(), done.close()]);
      connection.disconnect();
    },
  };
};
