import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  ERASURE_DONE_QUEUE,
  type ErasureDone,
  type ErasureJob,
  erasingService,
  erasureDone,
  erasureQueue,
} from 'shared/queues/erasure.ts';
import { hashSecret } from 'shared/service/keys.ts';
import type { Log } from 'shared/service/log.ts';
import { createWorkerRedis } from 'shared/service/redis.ts';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import { now } from '../now.ts';
import type { Revocations } from '../revocations.ts';

const QUEUE_AGAIN_MS = 5000;
const FIRST_SWEEPS_MS = 2000;

/** One job at a time for each account. Redis keeps the ids of jobs that are gone for a while: hence the hash. */
const jobIdOf = hashSecret;

export type Erasure = {
  /** Refuses the account from now on, everywhere, and has everything of it deleted. */
  begin(account: Account): Promise<void>;
  close(): Promise<void>;
};

type ErasureParts = {
  redis: Redis;
  redisUrl: string;
  log: Log;
  accounts: AccountStore;
  revocations: Revocations;
};

/**
 * Has erased accounts swept by every service: queues what the accounts in the database say is not done, again and again, and
 * notes what is reported. Any part of it may be lost or done twice, save the accounts themselves.
 */
export const startErasure = ({ redis, redisUrl, log, accounts, revocations }: ErasureParts): Erasure => {
  const queues = erasingService.options.map((service) => {
    const queue = new Queue<ErasureJob>(erasureQueue(service), {
      connection: redis,
      skipWaitingForReady: true,
      // It would ask at once, and `redis` refuses what it is asked before it is connected.
      skipVersionCheck: true,
    });
    queue.on('error', () => {});
    return { service, queue };
  });

  const queueAgain = async (): Promise<void> => {
    for (const { _id, erasing } of await accounts.listErasing())
      for (const { service, queue } of queues)
        if (!erasing.done.includes(service))
          await queue.add('erase', { account_id: _id, swept: false }, { jobId: jobIdOf(_id) });
  };
  const notQueued = (err: unknown): void => log.warn({ err }, 'erasure not queued yet');
  const timer = setInterval(() => queueAgain().catch(notQueued), QUEUE_AGAIN_MS);

  /** Waits a moment for the first sweeps, so that nothing of the account is to be seen when its owner has the answer. */
  const firstSweeps = async (id: string): Promise<void> => {
    const end = Date.now() + FIRST_SWEEPS_MS;
    while (Date.now() < end) {
      const jobs = await Promise.all(queues.map(({ queue }) => queue.getJob(jobIdOf(id))));
      if (jobs.every((job) => !job || job.data.swept)) return;
      await sleep(25);
    }
  };

  const connection = createWorkerRedis(redisUrl, log);
  const worker = new Worker<ErasureDone>(
    ERASURE_DONE_QUEUE,
    async ({ data }) => {
      const { account_id, service } = erasureDone.parse(data);
      if (!(await accounts.noteErased(account_id, service))) return;
      await revocations.withdraw('account', account_id);
      // It may have been queued again while the last report was on its way.
      for (const { queue } of queues) await queue.remove(jobIdOf(account_id));
      log.info('account erased');
    },
    { connection, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
  );
  worker.on('failed', (_job, err) => log.warn({ err }, 'erasure not noted yet'));
  worker.on('error', () => {});

  return {
    begin: async (account) => {
      await accounts.beginErasing(account, now());
      await revocations.announce('account', account._id);
      await queueAgain()
        .then(() => firstSweeps(account._id))
        .catch(notQueued);
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([worker.close(), ...queues.map(({ queue }) => queue.close())]);
      connection.disconnect();
    },
  };
};
