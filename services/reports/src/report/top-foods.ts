import { LIMITS } from 'shared/contract/limits.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { foodKey } from 'shared/records/food-key.ts';
import { round, roundKnown, sum, sumKnown } from 'shared/records/totals.ts';

type TopFood = Report['top_foods'][number];

/** The foods of every spelling, the one recorded last at the end, as the report's `top_foods`. */
export const topFoods = (spellings: readonly TopFood[]): TopFood[] =>
  [...Map.groupBy(spellings, ({ name }) => foodKey(name))]
    .map(([key, foods]) => ({
      key,
      name: foods.at(-1)?.name ?? key,
      count: sum(foods.map((food) => food.count)),
      kcal: round(sum(foods.map((food) => food.kcal))),
      weight_g: roundKnown(sumKnown(foods.map((food) => food.weight_g))),
    }))
    .sort((a, b) => b.count - a.count || b.kcal - a.kcal || (a.key < b.key ? -1 : 1))
    .slice(0, LIMITS.topFoods)
    .map(({ key: _, ...food }) => food);
