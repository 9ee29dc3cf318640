import type { Db } from 'mongodb';
import { hashSecret } from '../process/keys.ts';
import { DAY_SECONDS } from '../process/time.ts';
import type { Indexes } from './make-indexes.ts';
import { isDuplicateKey, type Transaction } from './mongo.ts';

/**
 * Says that something ended for good, so that no backup brings it back (docs/decisions/backup.md). `_id` is a `tombstoneId`.
 */
type Tombstone = { _id: string; at: Date };

export const TOMBSTONES = 'tombstones';
/** A backup that is older cannot be restored. */
export const TOMBSTONE_DAYS = 400;

export const TOMBSTONE_INDEXES: Indexes = {
  [TOMBSTONES]: [{ key: { at: 1 }, expireAfterSeconds: TOMBSTONE_DAYS * DAY_SECONDS }],
};

/** All that is kept of what ended: the SHA-256 of its id, which is random and reveals nothing. */
export const tombstoneId = hashSecret;

export type WriteTombstone = ReturnType<typeof createTombstoneWriter>;

/**
 * Makes the function that notes that an account, a connection, a profile, a share link or a kept link ends. Nothing ends without a tombstone:
 * that of an account or profile, which a restore would leave out with all that it holds, is written in the same transaction as
 * its end; any other before it, where one too many does no harm, because whoever asked for it wanted the end.
 */
export const createTombstoneWriter = (db: Db) => {
  const tombstones = db.collection<Tombstone>(TOMBSTONES);
  return async (id: string, transaction: Transaction = {}): Promise<void> => {
    const upsert = { upsert: true, ...transaction };
    await tombstones
      .updateOne({ _id: tombstoneId(id) }, { $setOnInsert: { at: new Date() } }, upsert)
      .catch((error: unknown) => {
        // If two callers write it at once, both succeed; but a transaction has failed then, and has to be tried again.
        if (transaction.session || !isDuplicateKey(error)) throw error;
      });
  };
};
