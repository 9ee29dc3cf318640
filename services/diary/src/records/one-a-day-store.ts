import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { KindPerDay } from 'shared/contract/kinds.ts';
import { type FoundOf, ofProfile, type ProfileKey, type RecordOf } from 'shared/records/documents.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import { UNCHANGED, type Versioned } from 'shared/records/stored.ts';
import { retryRaces } from 'shared/store/retry-races.ts';

/** What is said of a day: everything but whose and when it is. */
type Values<D> = Omit<
  D,
  '_id' | 'account_id' | 'profile_id' | 'day' | 'created_at' | 'updated_at' | keyof Versioned
>;

export type DayStore<D> = {
  /** Replaces what was recorded for the day; its id and `created_at` stay. Returns what is recorded now. */
  put: (profile: ProfileKey, day: string, values: Values<D>) => Promise<D>;
  /** What is recorded for the days from `from` to `to`, in no order. */
  between: (profile: ProfileKey, from: string, to: string) => Promise<D[]>;
};

/** The store of records of which a day has one: activity, sleep. */
export const createDayStore = <
  Kind extends KindPerDay<'one'>,
  F extends FoundOf[Kind] = FoundOf[Kind],
  D extends RecordOf[Kind] = RecordOf[Kind],
>(
  collection: Collection<F>,
  kind: Kind,
  read: (found: F) => D,
): DayStore<D> => {
  const filter = (profile: ProfileKey, day: string | { $gte: string; $lte: string }) =>
    ({ ...ofProfile(profile), day }) as unknown as Filter<F>;

  return {
    put: (profile, day, values) =>
      retryRaces(async () => {
        const now = new Date();
        const update = {
          $set: values,
          // Another process may have created it since, or by a clock ahead of ours.
          $max: { updated_at: now },
          $setOnInsert: { _id: newRecordId(kind), ...UNCHANGED, created_at: now },
        } as unknown as UpdateFilter<F>;
        const options = { upsert: true, returnDocument: 'after' } as const;
        return read((await collection.findOneAndUpdate(filter(profile, day), update, options)) as F);
      }),

    between: (profile, from, to) =>
      collection
        .find<F>(filter(profile, { $gte: from, $lte: to }))
        .map(read)
        .toArray(),
  };
};
