import type { Db } from 'mongodb';
import { pick } from 'shared/contract/map-fields.ts';
import { NUTRIENTS } from 'shared/contract/measures.ts';
import type { Food } from 'shared/contract/operations/foods.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { foodKey } from 'shared/records/food-key.ts';
import { presentItem, readMeal } from 'shared/records/meal.ts';
import { isFoundBy, searchWords } from './search-words.ts';

/** 13 a day for a year. Of more, the newest are looked through: no bounded time is enough for all that a diary has room for. */
const MOST_MEALS = 5000;

/** What one food is called in how many items, and the meal that it was eaten in last. */
type Eaten = { name: string; key: string; count: number; mealId: string };

export type FoodStore = ReturnType<typeof createFoodStore>;

/** What a person eats, as their own meals tell. */
export const createFoodStore = (db: Db) => {
  const { meals } = recordCollections(db);

  /** Each food of the days from `from` to `to`, the one eaten last first. Only names are read of a meal: figures would take twice as long. */
  const eaten = async (profile: ProfileKey, from: string, to: string): Promise<Eaten[]> => {
    const found = await meals
      .find({ ...ofProfile(profile), day: { $gte: from, $lte: to } })
      .sort({ day: -1, instant: -1, _id: -1 })
      .limit(MOST_MEALS)
      .project<{ _id: string; names: string[] }>({ names: '$items.name' })
      .batchSize(MOST_MEALS)
      .toArray();
    const spellings = new Map<string, Eaten>();
    for (const { _id: mealId, names } of found)
      for (const name of names) {
        const known = spellings.get(name);
        if (known) known.count += 1;
        else spellings.set(name, { name, key: foodKey(name), count: 1, mealId });
      }
    const foods = new Map<string, Eaten>();
    for (const spelling of spellings.values()) {
      const known = foods.get(spelling.key);
      if (known) known.count += spelling.count;
      else foods.set(spelling.key, spelling);
    }
    return [...foods.values()];
  };

  return {
    /** The foods that `q` finds, most often eaten first (`C11.foods`), of those eaten equally often the one eaten last. */
    find: async (
      profile: ProfileKey,
      { from, to, q, limit }: { from: string; to: string; q: string; limit: number },
    ): Promise<Food[]> => {
      const words = searchWords(q);
      const foods = (await eaten(profile, from, to))
        .filter(({ name }) => isFoundBy(words, name))
        .sort((one, other) => other.count - one.count)
        .slice(0, limit);
      const last = await meals
        .find({ account_id: profile.account_id, _id: { $in: foods.map(({ mealId }) => mealId) } })
        .map(readMeal)
        .toArray();
      const mealOf = new Map(last.map((meal) => [meal._id, meal]));
      return foods.flatMap(({ key, count, mealId }) => {
        const meal = mealOf.get(mealId);
        const item = meal?.items.findLast(({ name }) => foodKey(name) === key);
        // It may have been deleted since.
        if (!meal || !item) return [];
        const { name, portion, id, ...shown } = presentItem(item);
        return {
          name,
          count,
          last_day: meal.day,
          portion,
          ...pick(shown, NUTRIENTS),
          meal_id: meal._id,
          item_id: id,
        };
      });
    },
  };
};
