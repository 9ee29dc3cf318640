import { LIMITS } from 'shared/contract/limits.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { foodKey } from 'shared/records/food-key.ts';
import { round, roundKnown, sum, sumKnown } from 'shared/records/totals.ts';

type TopFood = Report['top_foods'][number];

/** When an item was recorded, and in which place of its meal. */
export type Recorded = { at: Date; meal: string; place: number };

/** A food as it was spelled, its figures not rounded. */
export type Spelling = TopFood & { lastRecorded: Recorded };

/** Whether something was recorded after something else: of one moment, in the order of the ids, then of the items. */
const isLater = (one: Recorded, other: Recorded): boolean => {
  const between = one.at.getTime() - other.at.getTime();
  if (between !== 0) return between > 0;
  return one.meal === other.meal ? one.place > other.place : one.meal > other.meal;
};

/** The foods of every spelling as the report's `top_foods`, each called what it was called last. */
export const topFoods = (spellings: readonly Spelling[]): TopFood[] =>
  [...Map.groupBy(spellings, ({ name }) => foodKey(name))]
    .map(([key, foods]) => ({
      key,
      name: foods.reduce((last, food) => (isLater(food.lastRecorded, last.lastRecorded) ? food : last)).name,
      count: sum(foods.map((food) => food.count)),
      kcal: round(sum(foods.map((food) => food.kcal))),
      weight_g: roundKnown(sumKnown(foods.map((food) => food.weight_g))),
    }))
    .sort((a, b) => b.count - a.count || b.kcal - a.kcal || (a.key < b.key ? -1 : 1))
    .slice(0, LIMITS.topFoods)
    .map(({ key: _, ...food }) => food);
