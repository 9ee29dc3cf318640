import { LRUCache } from 'lru-cache';
import type { Db, ObjectId } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { versionsOf } from 'shared/records/versions.ts';
import type { Transaction } from 'shared/store/mongo.ts';

/** What a process keeps of an account between two looks at how much there is: by so much it may exceed its room. */
const UNCHECKED_BYTES = 1024 * 1024;

/**
 * Makes the function that makes room for what a change of an account keeps: of an account that is full the oldest go
 * (`C10.kept_most`).
 */
export const createVersionRoom = (db: Db) => {
  const versions = versionsOf(db);
  const unchecked = new LRUCache<string, number>({ max: 10_000 });

  return async (account_id: string, bytes: number, transaction: Transaction): Promise<void> => {
    const added = (unchecked.get(account_id) ?? 0) + bytes;
    unchecked.set(account_id, added);
    if (added <= UNCHECKED_BYTES) return;
    const sum = [{ $match: { account_id } }, { $group: { _id: null, bytes: { $sum: '$bytes' } } }];
    const [kept] = await versions.aggregate<{ bytes: number }>(sum, transaction).toArray();
    let surplus = (kept?.bytes ?? 0) + bytes - LIMITS.historyBytes;
    unchecked.set(account_id, 0);
    if (surplus <= 0) return;
    const oldest = versions.find({ account_id }, transaction).sort({ at: 1 });
    const going: ObjectId[] = [];
    for await (const { _id, bytes } of oldest.project<{ _id: ObjectId; bytes: number }>({ bytes: 1 })) {
      going.push(_id);
      surplus -= bytes;
      if (surplus <= 0) break;
    }
    await versions.deleteMany({ account_id, _id: { $in: going } }, transaction);
  };
};
