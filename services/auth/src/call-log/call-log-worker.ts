import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { Log } from 'shared/observe/log.ts';
import { lostCalls } from 'shared/observe/metrics-outcomes.ts';
import { CALL_LOG_QUEUE, type CallLogJob, callLogJob } from 'shared/queues/call-log.ts';
import { openWorker } from 'shared/queues/open-worker.ts';
import { tryAgainAt } from 'shared/queues/try-again-at.ts';
import { createWorkerRedis } from 'shared/store/redis.ts';
import type { ConnectionStore } from '../access/connection-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { CallLogStore } from './call-log-store.ts';

/** After a failure, with whichever batch: the next would most likely fail, too. */
const PAUSE_MS = 2000;

type CallLogWorkerParts = {
  redisUrl: string;
  log: Log;
  calls: CallLogStore;
  accounts: AccountStore;
  connections: ConnectionStore;
};

/**
 * Writes what the gateway and mcp report of calls, batch by batch, and which connections they used. While the database is down
 * batches stay in the queue. A batch may come late, when an account in it is erased: nothing of that one is written any more.
 */
export const startCallLogWorker = ({
  redisUrl,
  log,
  calls,
  accounts,
  connections,
}: CallLogWorkerParts): Worker<CallLogJob> => {
  const write = async (job: Job<CallLogJob>, token?: string): Promise<void> => {
    const { entries, uses } = callLogJob.parse(job.data);
    try {
      await connections.noteUses(uses, new Date());
      const openIds = await accounts.findOpenIds(new Set(entries.map(({ account_id }) => account_id)));
      await calls.write(String(job.id), entries, openIds);
    } catch (err) {
      log.warn({ job: job.id, err }, 'call log not written yet');
      await sleep(PAUSE_MS);
      await tryAgainAt(job, token, Date.now());
    }
  };
  const worker = openWorker<CallLogJob>(CALL_LOG_QUEUE, write, {
    connection: createWorkerRedis(redisUrl, log),
    log,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    // However many processes crash over it, a batch waits until one writes it.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  });
  worker.on('failed', (job, err) => {
    lostCalls.inc(job?.data.entries?.length ?? 1);
    log.error({ job: job?.id, err }, 'call log batch refused');
  });
  return worker;
};
