import type { Job } from 'bullmq';
import { QUIET_AFTER_MS } from '../deadlines.ts';
import type { Log } from '../observe/log.ts';
import type { ErasingService } from '../records/account.ts';
import { createWorkerRedis } from '../store/redis.ts';
import { TURNS } from '../turns.ts';
import {
  ERASURE_DONE_QUEUE,
  ERASURE_WORKER,
  type ErasureDone,
  type ErasureJob,
  erasureJob,
  erasureQueue,
} from './erasure-queue.ts';
import { openQueue } from './open-queue.ts';
import { openWorker } from './open-worker.ts';
import { tryAgainAt } from './try-again-at.ts';

const RETRY_MS = 2000;

type ErasureSweepsOptions = {
  service: ErasingService;
  redisUrl: string;
  log: Log;
  /** Deletes everything that the service owns of the account; may run any number of times. */
  sweep(account: { account_id: string }): Promise<void>;
};

/**
 * Sweeps accounts that auth is erasing: immediately, and once more when no call in flight can write any more, which it reports
 * to auth. The job alone decides what is to be done, so one that was interrupted anywhere is simply done again.
 */
export const startErasureSweeps = ({ service, redisUrl, log, sweep }: ErasureSweepsOptions) => {
  const connection = createWorkerRedis(redisUrl, log);
  const done = openQueue<ErasureDone>(ERASURE_DONE_QUEUE, connection);

  const erase = async (job: Job<ErasureJob>, token?: string): Promise<void> => {
    const { account_id, since } = erasureJob.parse(job.data);
    const quietFrom = since + QUIET_AFTER_MS;
    const isLast = Date.now() >= quietFrom;
    try {
      await sweep({ account_id });
    } catch (err) {
      log.warn({ job: job.id, err }, 'erasure not done yet');
      return tryAgainAt(job, token, Date.now() + RETRY_MS);
    }
    if (!isLast) return tryAgainAt(job, token, quietFrom);
    await done.add('done', { account_id, service });
  };

  const worker = openWorker<ErasureJob>(erasureQueue(service), erase, {
    ...ERASURE_WORKER,
    connection,
    log,
    concurrency: TURNS.sweeps,
  });
  return {
    close: async (): Promise<void> => {
      await Promise.all([worker.close(), done.close()]);
      connection.disconnect();
    },
  };
};
