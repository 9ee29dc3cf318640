import type { Db } from 'mongodb';
import type { Notice } from 'shared/contract/notices.ts';
import { addDays, daysBetween } from 'shared/records/calendar.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { readMeal, type StoredMeal } from 'shared/records/meal.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { addToDay } from '../records/add-to-day.ts';
import { REPEATED_MS, repeatedNotice, repeats } from '../records/notices.ts';

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
  };
};
