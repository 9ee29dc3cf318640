import { BSON, type Collection, type Filter } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { MealDocument, WellbeingDocument } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/idempotency.ts';
import { Problem } from 'shared/service/problem.ts';

/** Each record takes its time too, however small it is: none counts for less. */
const LEAST_BYTES = 2048;

/**
 * Throws `validation_failed` where the day of a new record holds as many of its kind as would fill it, were all as large as
 * this one. A day is read as a whole: without an end one account could make a day that no process has the memory for.
 * Writes at once may slip past by a few.
 */
export const refuseFullDay = async <R extends MealDocument | WellbeingDocument>(
  records: Collection<R>,
  record: R,
  { session }: Transaction,
): Promise<void> => {
  const { account_id, profile_id, day } = record;
  const size = Math.max(LEAST_BYTES, BSON.calculateObjectSize(record));
  const most = Math.floor(LIMITS.dayBytes / size);
  const [last] = await records
    .find({ account_id, profile_id, day } as Filter<R>, session && { session })
    .project({ _id: 1 })
    .skip(most - 1)
    .limit(1)
    .toArray();
  if (last)
    throw new Problem(
      'validation_failed',
      `${day} is full: it has room for ${most} records as large as this.`,
    );
};
