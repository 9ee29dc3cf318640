import { BSON, type Collection } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { MealDocument, WellbeingDocument } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/mongo.ts';
import { Problem } from 'shared/service/problem.ts';

/** The least that a record counts for: reading even a small one takes time. */
const LEAST_BYTES = 2048;

/**
 * Throws `validation_failed` where the day of a new record has no room for it. A day is read as a whole: without a limit one
 * account could make a day that no process has the memory for. Concurrent writes may exceed it by a few records.
 */
export const refuseFullDay = async <R extends MealDocument | WellbeingDocument>(
  records: Collection<R>,
  record: R,
  transaction: Transaction,
): Promise<void> => {
  const { account_id, profile_id, day } = record;
  const [held] = await records
    .aggregate<{ bytes: number }>(
      [
        { $match: { account_id, profile_id, day } },
        { $group: { _id: null, bytes: { $sum: { $max: [{ $bsonSize: '$$ROOT' }, LEAST_BYTES] } } } },
      ],
      transaction,
    )
    .toArray();
  const wanted = Math.max(LEAST_BYTES, BSON.calculateObjectSize(record));
  if ((held?.bytes ?? 0) + wanted > LIMITS.dayBytes)
    throw new Problem(
      'validation_failed',
      `${day} is full: there is no room for another record of this size.`,
    );
};
