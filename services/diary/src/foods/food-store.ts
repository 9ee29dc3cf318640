import type { Db } from 'mongodb';
import { pick } from 'shared/contract/map-fields.ts';
import { NUTRIENTS } from 'shared/contract/measures.ts';
import type { Food } from 'shared/contract/operations/foods.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { foodKey } from 'shared/records/food-key.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import { presentItem, readMeal } from 'shared/records/meal.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { sum } from 'shared/records/totals.ts';
import { isFoundBy, searchWords } from './search-words.ts';

/** 13 a day for a year. Of more, the newest are looked through: no bounded time is enough for all that a diary has room for. */
const MOST_MEALS = 5000;

/** What one food is called in how many items, and the meal that it was eaten in last. */
type Eaten = { name: string; key: string; count: number; mealId: string };
/** The same of the items of one name in a day or a meal. */
type Named = Omit<Eaten, 'key'>;
type Range = { from: string; to: string };

/** Each food once, of names in the order in which they were eaten, the last one first. */
const addUpFoods = (eaten: Iterable<Named>): Eaten[] => {
  const spellings = new Map<string, Eaten>();
  for (const { name, count, mealId } of eaten) {
    const known = spellings.get(name);
    if (known) known.count += count;
    else spellings.set(name, { name, key: foodKey(name), count, mealId });
  }
  const foods = new Map<string, Eaten>();
  for (const spelling of spellings.values()) {
    const known = foods.get(spelling.key);
    if (known) known.count += spelling.count;
    else foods.set(spelling.key, spelling);
  }
  return [...foods.values()];
};

export type FoodStore = ReturnType<typeof createFoodStore>;

/** What a person eats, as their own meals tell. */
export const createFoodStore = (db: Db) => {
  const { meals } = recordCollections(db);
  const kept = createKeptSums(db);

  const store = {
    /** Each food of these days, the one eaten last first, and the profile where that was read, too. */
    eaten: async (
      key: ProfileKey,
      range: Range,
    ): Promise<{ foods: Eaten[]; profile: StoredProfile | undefined }> => {
      const summed = await kept.read(key, range, ['foods']);
      if (!summed || sum(summed.days.map(({ foodMeals }) => foodMeals)) > MOST_MEALS)
        return { foods: await store.eatenByRecords(key, range), profile: undefined };
      const named = summed.days
        .toReversed()
        .flatMap(({ foods }) => foods.map(({ name, count, eatenIn }) => ({ name, count, mealId: eatenIn })));
      return { foods: addUpFoods(named), profile: summed.profile };
    },

    /** The foods from the records alone. Only names are read of a meal: figures would take twice as long. */
    eatenByRecords: async (key: ProfileKey, { from, to }: Range): Promise<Eaten[]> => {
      const found = await meals
        .find({ ...ofProfile(key), day: { $gte: from, $lte: to } })
        .sort({ day: -1, instant: -1, _id: -1 })
        .limit(MOST_MEALS)
        .project<{ _id: string; names: string[] }>({ names: '$items.name' })
        .batchSize(MOST_MEALS)
        .toArray();
      return addUpFoods(
        found.flatMap(({ _id, names }) => names.map((name) => ({ name, count: 1, mealId: _id }))),
      );
    },

    /** The foods that `q` finds, most often eaten first (`C11.foods`), of those eaten equally often the one eaten last. */
    find: async (
      key: ProfileKey,
      { q, limit, ...range }: Range & { q: string; limit: number },
    ): Promise<{ foods: Food[]; profile: StoredProfile | undefined }> => {
      const words = searchWords(q);
      const eaten = await store.eaten(key, range);
      const foods = eaten.foods
        .filter(({ name }) => isFoundBy(words, name))
        .sort((one, other) => other.count - one.count)
        .slice(0, limit);
      const last = await meals
        .find({ account_id: key.account_id, _id: { $in: foods.map(({ mealId }) => mealId) } })
        .map(readMeal)
        .toArray();
      const mealOf = new Map(last.map((meal) => [meal._id, meal]));
      const shown = foods.flatMap(({ key, count, mealId }) => {
        const meal = mealOf.get(mealId);
        const item = meal?.items.findLast(({ name }) => foodKey(name) === key);
        // It may have been deleted since.
        if (!meal || !item) return [];
        const { name, portion, id, ...figures } = presentItem(item);
        return {
          name,
          count,
          last_day: meal.day,
          portion,
          ...pick(figures, NUTRIENTS),
          meal_id: meal._id,
          item_id: id,
        };
      });
      return { foods: shown, profile: eaten.profile };
    },
  };
  return store;
};
