import { LRUCache } from 'lru-cache';
import type { Collection, Db, Document, OptionalUnlessRequiredId } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { Problem } from 'shared/contract/problem.ts';
import { createKeptSums, mayBeKept } from 'shared/records/kept-sums/kept-sums.ts';
import type { FoundMeal, StoredMeal } from 'shared/records/meal.ts';
import type { FoundNote, StoredNote } from 'shared/records/note.ts';
import { inTransaction, type Transaction } from 'shared/store/mongo.ts';

/** The least that a record counts for: reading even a small one takes time. */
const LEAST_BYTES = 2048;

/**
 * What a process may add to a day after it has checked in the database how full the day is: more than the records of ordinary
 * days, so that storing all of these but the first takes a query less (docs/decisions/performance.md). A day that is not known
 * here, after a restart or among very many, is checked at once: otherwise a full day would take as much again each time.
 */
const UNCHECKED_BYTES = 64 * 1024;
const addedBytes = new LRUCache<string, number>({ max: 10_000 });

type OfADay = Pick<StoredMeal | StoredNote, 'account_id' | 'profile_id' | 'day' | 'size'>;

const roomOf = ({ size }: OfADay): number => Math.max(LEAST_BYTES, size);

/**
 * Takes the room that a record needs in its day, or needs more than `before`, which it replaces. Throws `validation_failed` where the
 * day has not so much. A day is read as a whole: without a limit one account could make a day that no process has the memory for.
 * Each process may exceed it by `UNCHECKED_BYTES`, and concurrent writes by a few records.
 */
export const takeRoomOfDay = async (
  collection: Collection<Document>,
  record: OfADay,
  before: OfADay | undefined,
  transaction: Transaction,
): Promise<void> => {
  const bytes = roomOf(record) - (before?.day === record.day ? roomOf(before) : 0);
  if (bytes <= 0) return;
  const { account_id, profile_id, day } = record;
  const key = [collection.collectionName, account_id, profile_id, day].join(' ');
  const added = addedBytes.get(key);
  const mustCheck = added === undefined || added + bytes > UNCHECKED_BYTES;
  if (mustCheck && (await bytesOfDay(collection, record, transaction)) + bytes > LIMITS.dayBytes)
    throw new Problem(
      'validation_failed',
      `${day} is full: there is no room for another record of this size.`,
    );
  addedBytes.set(key, (added ?? 0) + bytes);
};

/**
 * Makes the function that stores a new record. It throws `validation_failed` where its day has no room for it. Where the sums of its day
 * may be kept it needs a transaction, and begins one where there is none.
 */
export const createAddToDay = <F extends FoundMeal | FoundNote>(db: Db, records: Collection<F>) => {
  const { markChanged } = createKeptSums(db);
  const add = async (record: F & (StoredMeal | StoredNote), transaction: Transaction): Promise<void> => {
    await takeRoomOfDay(records as unknown as Collection<Document>, record, undefined, transaction);
    await records.insertOne(record as OptionalUnlessRequiredId<F>, transaction);
    await markChanged(record, transaction);
  };
  return async (record: F & (StoredMeal | StoredNote), transaction: Transaction): Promise<void> =>
    mayBeKept(record.day) && !transaction.session
      ? inTransaction(db.client, (own) => add(record, own))
      : add(record, transaction);
};

const STORED_SIZE = { $ifNull: ['$size', { $bsonSize: '$$ROOT' }] };

/** What the records of a record's kind and day count for. */
const bytesOfDay = async (
  collection: Collection<Document>,
  { account_id, profile_id, day }: OfADay,
  transaction: Transaction,
): Promise<number> => {
  const [stored] = await collection
    .aggregate<{ bytes: number }>(
      [
        { $match: { account_id, profile_id, day } },
        { $group: { _id: null, bytes: { $sum: { $max: [STORED_SIZE, LEAST_BYTES] } } } },
      ],
      transaction,
    )
    .toArray();
  return stored?.bytes ?? 0;
};
