import { type Job, RateLimitError, Worker } from 'bullmq';
import { CALL_LOG_QUEUE, type CallLogJob, callLogJob } from 'shared/queues/call-log.ts';
import type { Log } from 'shared/service/log.ts';
import { createWorkerRedis } from 'shared/service/redis.ts';
import type { CallLogStore } from './call-log-store.ts';

const PAUSE_MS = 2000;

/** Writes what the gateway and mcp report of calls, batch by batch. While the database is away batches stay in the queue. */
export const startCallLogWorker = (redisUrl: string, calls: CallLogStore, log: Log): Worker<CallLogJob> => {
  const write = async ({ id, data }: Job<CallLogJob>): Promise<void> => {
    const { entries } = callLogJob.parse(data);
    try {
      await calls.write(String(id), entries);
    } catch (err) {
      log.warn({ err }, 'call log not written yet');
      await worker.rateLimit(PAUSE_MS);
      throw new RateLimitError();
    }
  };
  const worker = new Worker<CallLogJob>(CALL_LOG_QUEUE, write, {
    connection: createWorkerRedis(redisUrl, log),
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('failed', (_job, err) => log.error({ err }, 'call log batch refused'));
  // The connection itself logs that Redis is away.
  worker.on('error', () => {});
  return worker;
};
