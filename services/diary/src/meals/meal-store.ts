import type { Db } from 'mongodb';
import type { MealType } from 'shared/contract/operations/meals.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { andProfile, ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { type FoundMeal, readMeal, type StoredMeal } from 'shared/records/meal.ts';
import { type FoundProfile, readProfile, type StoredProfile } from 'shared/records/profile.ts';
import { createAddToDay } from '../records/add-to-day.ts';
import { REPEATED_MS } from '../records/notices.ts';

export type MealStore = ReturnType<typeof createMealStore>;

const NEAR_MS = REPEATED_MS + 60_000;

/**
 * The filter for meals of a kind eaten at nearly these moments, or between them: a minute more than counts as a repeat, for `repeats`
 * decides. An offset is at most 14 hours, so that such a meal is on the day of UTC, the one before or the one after.
 */
const near = (profile: ProfileKey, meal_type: MealType, instants: readonly Date[]) => {
  const times = instants.map((instant) => instant.getTime());
  return {
    ...ofProfile(profile),
    day: {
      $in: instants.flatMap((instant) => {
        const day = today('UTC', instant);
        return daysBetween(addDays(day, -1), addDays(day, 1));
      }),
    },
    instant: {
      $gte: new Date(Math.min(...times) - NEAR_MS),
      $lte: new Date(Math.max(...times) + NEAR_MS),
    },
    meal_type,
  };
};

/** The collection `meals`. */
export const createMealStore = (db: Db) => {
  const { meals } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: createAddToDay(db, meals),

    /** The profile, where it exists, and the meals that one of this kind, eaten then, may repeat: one query, as for a day. */
    besideProfile: async (
      key: ProfileKey,
      mealType: MealType,
      instant: Date,
    ): Promise<{ profile: StoredProfile | undefined; near: StoredMeal[] }> => {
      const found = await meals
        .aggregate<FoundMeal | FoundProfile>([{ $match: near(key, mealType, [instant]) }, andProfile(key)])
        .toArray();
      const profile = found.find(({ _id }) => _id === key._id);
      return {
        profile: profile && readProfile(profile as FoundProfile),
        near: found.filter((one) => one !== profile).map((meal) => readMeal(meal as FoundMeal)),
      };
    },

    /** The meals that those of this kind, eaten then, may repeat. */
    near: (profile: ProfileKey, mealType: MealType, instants: readonly Date[]): Promise<StoredMeal[]> =>
      meals
        .find(near(profile, mealType, instants))
        .map(readMeal)
        .toArray(),

    /** The meals of a day, in the order in which they were eaten. */
    onDay: (profile: ProfileKey, day: string): Promise<StoredMeal[]> =>
      meals
        .find({ ...ofProfile(profile), day })
        .sort({ instant: 1, _id: 1 })
        .map(readMeal)
        .toArray(),
  };
};
