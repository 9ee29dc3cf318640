import type { Db } from 'mongodb';
import { isIdOf, KINDS } from 'shared/contract/kinds.ts';
import { type FoundActivity, readActivity, type StoredActivity } from 'shared/records/activity.ts';
import { andProfile, ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import type { FoundMeal } from 'shared/records/meal.ts';
import { type FoundProfile, readProfile, type StoredProfile } from 'shared/records/profile.ts';
import { type FoundSleep, readSleep, type StoredSleep } from 'shared/records/sleep.ts';
import { addUp, readSums, type Sums } from 'shared/records/totals.ts';
import { OF_ONE_MOMENT } from 'shared/store/mongo.ts';

/** What the meals of a day amount to. */
type DayMeals = { count: number; sums: Sums };

/** What is recorded of several days, by day, and the profile itself, where it exists. */
type Days = {
  meals: Map<string, DayMeals>;
  activity: Map<string, StoredActivity>;
  sleep: Map<string, StoredSleep>;
  profile: StoredProfile | undefined;
};

type SumsOfMeal = Pick<FoundMeal, 'day' | 'sums'>;
type Row = SumsOfMeal | FoundActivity | FoundSleep | FoundProfile;

/** How many sums of a day are held before they are added up, however many meals it has. */
const MAX_PARTS = 1000;

export type DaysStore = ReturnType<typeof createDaysStore>;

/** What is read of several days at once. */
export const createDaysStore = (db: Db) => {
  const { meals } = recordCollections(db);
  const kept = createKeptSums(db);

  const store = {
    /** What is recorded for the days from `from` to `to`, as far as possible from sums that are kept. */
    between: async (key: ProfileKey, from: string, to: string): Promise<Days> => {
      const summed = await kept.read(key, { from, to }, ['days']);
      if (!summed) return store.fromRecords(key, from, to);
      const days: Days = { meals: new Map(), activity: new Map(), sleep: new Map(), profile: summed.profile };
      for (const { day, meals, activity, sleep } of summed.days) {
        if (meals) days.meals.set(day, meals);
        if (activity) days.activity.set(day, activity);
        if (sleep) days.sleep.set(day, sleep);
      }
      return days;
    },

    /** The same from the records alone, in one query, as for a day; of meals only what they amount to. */
    fromRecords: async (key: ProfileKey, from: string, to: string): Promise<Days> => {
      const records = { ...ofProfile(key), day: { $gte: from, $lte: to } };
      const found = meals.aggregate<Row>(
        [
          { $match: records },
          { $project: { _id: 0, day: 1, sums: 1 } },
          { $unionWith: { coll: KINDS.activity.collection, pipeline: [{ $match: records }] } },
          { $unionWith: { coll: KINDS.sleep.collection, pipeline: [{ $match: records }] } },
          andProfile(key),
        ],
        OF_ONE_MOMENT,
      );
      const parts = new Map<string, { count: number; sums: Sums[] }>();
      const days: Days = { meals: new Map(), activity: new Map(), sleep: new Map(), profile: undefined };
      // A batch at a time: waiting for each of some hundred rows takes longer than reading it.
      while (await found.hasNext())
        for (const row of found.readBufferedDocuments())
          if (!('_id' in row)) {
            const { count, sums } = parts.get(row.day) ?? { count: 0, sums: [] };
            const few = sums.length < MAX_PARTS ? sums : [addUp(sums) as Sums];
            few.push(readSums(row.sums));
            parts.set(row.day, { count: count + 1, sums: few });
          } else if (row._id === key._id) days.profile = readProfile(row as FoundProfile);
          else if (isIdOf('activity', row._id)) {
            const activity = readActivity(row as FoundActivity);
            days.activity.set(activity.day, activity);
          } else {
            const sleep = readSleep(row as FoundSleep);
            days.sleep.set(sleep.day, sleep);
          }
      for (const [day, { count, sums }] of parts) days.meals.set(day, { count, sums: addUp(sums) as Sums });
      return days;
    },
  };
  return store;
};
