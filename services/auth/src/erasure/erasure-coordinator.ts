import type { Redis } from 'ioredis';
import type { MongoClient } from 'mongodb';
import type { Log } from 'shared/observe/log.ts';
import { hashSecret } from 'shared/process/keys.ts';
import {
  ERASURE_DONE_QUEUE,
  ERASURE_WORKER,
  type ErasureDone,
  type ErasureJob,
  erasureDone,
  erasureQueue,
} from 'shared/queues/erasure-queue.ts';
import { openQueue } from 'shared/queues/open-queue.ts';
import { openWorker } from 'shared/queues/open-worker.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { erasingService } from 'shared/records/account.ts';
import { createWorkerRedis } from 'shared/store/redis.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { WriteTombstone } from 'shared/store/tombstones.ts';
import type { RevocationMarkers } from '../access/revocation-markers.ts';
import { type AccessStores, revokeAccess } from './access-revocation.ts';

const QUEUE_AGAIN_MS = 5000;

/** One job at a time for each account. Redis keeps the ids of removed jobs for a while: hence the hash. */
const jobIdOf = hashSecret;

type ErasureCoordinator = {
  /** Refuses the account from now on, everywhere, and has everything of it deleted. */
  begin(account: StoredAccount): Promise<void>;
  close(): Promise<void>;
};

type ClosingParts = AccessStores & {
  log: Log;
  client: MongoClient;
  revocations: RevocationMarkers;
  writeTombstone: WriteTombstone;
};

type CoordinatorParts = ClosingParts & { redis: Redis; redisUrl: string };

/** Refuses the account from now on, everywhere. A running auth sees that, and has everything of it deleted. */
export const closeAccount = async (parts: ClosingParts, account: StoredAccount): Promise<void> => {
  const { log, client, accounts, revocations, writeTombstone } = parts;
  // In one step: a tombstone of an account that goes on would have a restore leave all of it out.
  const close = () =>
    inRetriedTransaction(client, async (transaction) => {
      await writeTombstone(account._id, transaction);
      await accounts.beginErasing(account, new Date(), transaction);
    });
  await revocations.endAtOnce(close, account._id);
  // The sweep revokes it too.
  await revokeAccess(parts, account._id).catch((err: unknown) => log.warn({ err }, 'erasure not done yet'));
};

/**
 * Has every service sweep erased accounts: queues again and again whatever the accounts in the database say is not done, and
 * notes what is reported. Any part of it may be lost or done twice, except the accounts themselves.
 */
export const startErasureCoordinator = (parts: CoordinatorParts): ErasureCoordinator => {
  const { redis, redisUrl, log, accounts, revocations } = parts;
  const queues = erasingService.options.map((service) => ({
    service,
    queue: openQueue<ErasureJob>(erasureQueue(service), redis),
  }));

  /** Removes the account itself, once every service has reported. */
  const finish = async (accountId: string): Promise<void> => {
    if (!(await accounts.removeErased(accountId))) return;
    // It may have been queued again while the last report was on its way.
    for (const { queue } of queues) await queue.remove(jobIdOf(accountId));
    log.info({ job: jobIdOf(accountId) }, 'account erased');
  };

  const queueAgain = async (): Promise<void> => {
    // Each service has its own list: one that is down holds up no other.
    for (const { service, queue } of queues)
      for (const { _id, erasing } of await accounts.listErasing(service)) {
        const job = { account_id: _id, since: erasing.since.getTime() };
        await queue.add('erase', job, { jobId: jobIdOf(_id) });
        // Redis may have lost its keys while it was closed.
        await revocations.announce(_id);
      }
    // The last report may have been noted by a process that died, or lost the database, before the account was removed.
    for (const { _id } of await accounts.listErased()) await finish(_id);
  };
  const notYet = (err: unknown): void => log.warn({ err }, 'erasure not done yet');
  const timer = setInterval(() => queueAgain().catch(notYet), QUEUE_AGAIN_MS);

  const connection = createWorkerRedis(redisUrl, log);
  const worker = openWorker<ErasureDone>(
    ERASURE_DONE_QUEUE,
    async ({ data }) => {
      const { account_id, service } = erasureDone.parse(data);
      await accounts.noteErased(account_id, service);
      await finish(account_id);
    },
    { ...ERASURE_WORKER, connection, log },
  );
  worker.on('failed', (job, err) => log.warn({ job: job?.id, err }, 'erasure not noted yet'));

  return {
    begin: async (account) => {
      await closeAccount(parts, account);
      await queueAgain().catch(notYet);
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([worker.close(), ...queues.map(({ queue }) => queue.close())]);
      connection.disconnect();
    },
  };
};
