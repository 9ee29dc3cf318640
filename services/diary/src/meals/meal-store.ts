import type { Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import {
  type MealDocument,
  ofProfile,
  type ProfileKey,
  recordCollections,
} from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/idempotency.ts';
import { refuseFullDay } from '../days/refuse-full-day.ts';

export type MealStore = ReturnType<typeof createMealStore>;

export const createMealStore = (db: Db) => {
  const { meals } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: async (meal: MealDocument, transaction: Transaction): Promise<void> => {
      await refuseFullDay(meals, meal, LIMITS.mealsPerDay, transaction);
      await meals.insertOne(meal, transaction);
    },

    /** The meals of a day, in the order in which they were eaten. */
    onDay: (profile: ProfileKey, day: string): Promise<MealDocument[]> =>
      meals
        .find({ ...ofProfile(profile), day })
        .sort({ instant: 1, _id: 1 })
        .toArray(),

    /** What the meals of the days from `from` to `to` amount to, in no order. */
    sumsBetween: (
      profile: ProfileKey,
      from: string,
      to: string,
    ): Promise<Pick<MealDocument, 'day' | 'sums'>[]> =>
      meals
        .find({ ...ofProfile(profile), day: { $gte: from, $lte: to } })
        .project<Pick<MealDocument, 'day' | 'sums'>>({ _id: 0, day: 1, sums: 1 })
        .toArray(),

    /** Whether there was such a meal of this account; it is gone now. */
    remove: async (accountId: string, id: string): Promise<boolean> =>
      (await meals.deleteOne({ _id: id, account_id: accountId })).deletedCount === 1,
  };
};
