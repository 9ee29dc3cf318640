import { LIMITS } from 'shared/contract/limits.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { foodKey } from 'shared/records/food-key.ts';
import { isLater, type Recorded } from 'shared/records/kept-sums/day-sums.ts';
import { round, roundKnown, sum, sumKnown } from 'shared/records/totals.ts';

type TopFood = Report['top_foods'][number];

/** A food as it was spelled, its figures not rounded. */
export type Spelling = TopFood & { lastRecorded: Recorded };

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
