import type { Db } from 'mongodb';
import type { Notice } from 'shared/contract/notices.ts';
import { addDays, daysBetween } from 'shared/records/calendar.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { type FoundMeal, readMeal, type StoredMeal } from 'shared/records/meal.ts';
import { addUp, readSums, type Sums } from 'shared/records/totals.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { addToDay } from '../records/add-to-day.ts';
import { REPEATED_MS, repeatedNotice, repeats } from '../records/notices.ts';

/** How many sums of a day are held before they are added up, however many meals it has. */
const MAX_PARTS = 1000;

export type MealStore = ReturnType<typeof createMealStore>;

/** The collection `meals`. */
export const createMealStore = (db: Db) => {
  const { meals } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: (meal: StoredMeal, transaction: Transaction): Promise<void> => addToDay(meals, meal, transaction),

    /**
     * Of each of these meals, which have one kind, that it repeats another one (`C10.notices`). Nothing where the database does not
     * answer: a meal is not refused because nobody could look.
     */
    repeatNotices: async (added: readonly StoredMeal[]): Promise<Notice[]> => {
      const [first] = added;
      if (!first) return [];
      const instants = added.map(({ instant }) => instant.getTime());
      const others = await meals
        .find({
          account_id: first.account_id,
          profile_id: first.profile_id,
          // The same moment is on another day where the offset is another.
          day: { $in: added.flatMap(({ day }) => daysBetween(addDays(day, -2), addDays(day, 2))) },
          instant: {
            $gte: new Date(Math.min(...instants) - REPEATED_MS),
            $lte: new Date(Math.max(...instants) + REPEATED_MS),
          },
          meal_type: first.meal_type,
        })
        .map(readMeal)
        .toArray()
        .catch(() => []);
      return added.flatMap((meal) => {
        const repeated = others.find((other) => repeats(meal, other));
        return repeated ? [repeatedNotice(repeated._id)] : [];
      });
    },

    /** The meals of a day, in the order in which they were eaten. */
    onDay: (profile: ProfileKey, day: string): Promise<StoredMeal[]> =>
      meals
        .find({ ...ofProfile(profile), day })
        .sort({ instant: 1, _id: 1 })
        .map(readMeal)
        .toArray(),

    /** How many meals the days from `from` to `to` have, and what they amount to; days without any are left out. */
    sumsBetween: async (
      profile: ProfileKey,
      from: string,
      to: string,
    ): Promise<Map<string, { count: number; sums: Sums }>> => {
      const found = meals
        .find({ ...ofProfile(profile), day: { $gte: from, $lte: to } })
        .project<Pick<FoundMeal, 'day' | 'sums'>>({ _id: 0, day: 1, sums: 1 });
      const days = new Map<string, { count: number; parts: Sums[] }>();
      for await (const { day, sums } of found) {
        const { count, parts } = days.get(day) ?? { count: 0, parts: [] };
        const summed = parts.length < MAX_PARTS ? parts : [addUp(parts) as Sums];
        summed.push(readSums(sums));
        days.set(day, { count: count + 1, parts: summed });
      }
      return new Map(
        [...days].map(([day, { count, parts }]) => [day, { count, sums: addUp(parts) as Sums }]),
      );
    },
  };
};
