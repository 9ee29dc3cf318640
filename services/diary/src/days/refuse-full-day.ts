import type { Collection, Filter } from 'mongodb';
import type { MealDocument, WellbeingDocument } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/idempotency.ts';
import { Problem } from 'shared/service/problem.ts';

/**
 * Throws `validation_failed` where the day of a new record holds `most` of its kind already. A day is read as a whole: without
 * an end one account could make a day that no process has the memory for. Writes at once may slip past by a few.
 */
export const refuseFullDay = async <R extends MealDocument | WellbeingDocument>(
  records: Collection<R>,
  { account_id, profile_id, day }: R,
  most: number,
  { session }: Transaction,
): Promise<void> => {
  const ofDay = { account_id, profile_id, day } as Filter<R>;
  const [last] = await records
    .find(ofDay, session && { session })
    .project({ _id: 1 })
    .skip(most - 1)
    .limit(1)
    .toArray();
  if (last)
    throw new Problem(
      'validation_failed',
      `${day} holds ${most} records of this kind, the most that a day can.`,
    );
};
