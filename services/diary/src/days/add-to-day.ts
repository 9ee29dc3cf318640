import { BSON, type Collection, type OptionalUnlessRequiredId } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { MealDocument, WellbeingDocument } from 'shared/records/documents.ts';
import { askTogether } from 'shared/service/ask-together.ts';
import type { Transaction } from 'shared/service/idempotency.ts';
import { Problem } from 'shared/service/problem.ts';

/** Each record takes its time too, however small it is: none counts for less. */
const LEAST_BYTES = 2048;

/**
 * A function that stores a new record of a kind of which a day can have many. It throws `validation_failed` where the day has
 * no room for it: a day is read as a whole, and without an end one account could make a day that no process has the memory
 * for. Writes at once may slip past by a few.
 */
export const createAddToDay = <R extends MealDocument | WellbeingDocument>(records: Collection<R>) => {
  const bytesOn = askTogether(async (days: readonly R[]): Promise<number[]> => {
    const held = await records
      .aggregate<{ _id: string; bytes: number }>([
        { $match: { $or: days.map(({ account_id, profile_id, day }) => ({ account_id, profile_id, day })) } },
        {
          $group: {
            _id: { $concat: ['$profile_id', '$day'] },
            bytes: { $sum: { $max: [{ $bsonSize: '$$ROOT' }, LEAST_BYTES] } },
          },
        },
      ])
      .toArray();
    const bytes = new Map(held.map((one) => [one._id, one.bytes]));
    return days.map(({ profile_id, day }) => bytes.get(profile_id + day) ?? 0);
  });

  const insert = askTogether(async (added: readonly R[]): Promise<readonly R[]> => {
    await records.insertMany(added as readonly OptionalUnlessRequiredId<R>[], { ordered: false });
    return added;
  });

  return async (record: R, { session }: Transaction): Promise<void> => {
    const wanted = Math.max(LEAST_BYTES, BSON.calculateObjectSize(record));
    if ((await bytesOn(record)) + wanted > LIMITS.dayBytes)
      throw new Problem(
        'validation_failed',
        `${record.day} is full: there is no room for another record of this size.`,
      );
    if (session) await records.insertOne(record as OptionalUnlessRequiredId<R>, { session });
    else await insert(record);
  };
};
