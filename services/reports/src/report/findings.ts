import { mapFields } from 'shared/contract/map-fields.ts';
import { OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS, type RequiredNutrient } from 'shared/contract/measures.ts';
import type { MealType } from 'shared/contract/operations/meals.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { type DaySums, isLater, type Origin } from 'shared/records/kept-sums/day-sums.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { type Sums, sum, sumKnown } from 'shared/records/totals.ts';
import { addUpOrigins, measuredOrigin, originKey } from './origins.ts';
import { MOST_ORIGINS, MOST_SPELLINGS } from './pipelines.ts';
import type { Spelling } from './top-foods.ts';

/**
 * All that a report of a period is made of, unrounded: meals added up, by day and by type of meal; of activity and sleep, the records by
 * day.
 */
export type Findings = {
  meals: Map<string, { count: number; sums: Sums }>;
  mealTypes: Map<MealType, { count: number } & Record<RequiredNutrient, number>>;
  spellings: Spelling[];
  activity: Map<string, StoredActivity>;
  sleep: Map<string, StoredSleep>;
  origins: Origin[];
};

/**
 * What a report is made of, added up from the sums of its days. Undefined where there are more foods or origins than the database would
 * give: which of them count it alone decides.
 */
export const findingsOf = (days: readonly DaySums[]): Findings | undefined => {
  const foods = Map.groupBy(
    days.flatMap((day) => day.foods),
    ({ name }) => name,
  );
  const measured = days.flatMap(({ activity, sleep }) => [activity ?? [], sleep ?? []].flat());
  const recorded = days.flatMap(({ origins }) => [...origins.meals, ...origins.wellbeing]);
  const origins = [...recorded, ...measured.map(measuredOrigin)];
  if (foods.size > MOST_SPELLINGS || new Set(origins.map(originKey)).size > MOST_ORIGINS) return undefined;
  const types = Map.groupBy(
    days.flatMap((day) => day.types),
    ({ meal_type }) => meal_type,
  );
  return {
    meals: new Map(
      days.flatMap(({ day, meals }) =>
        meals ? [[day, { count: meals.count, sums: ofItems(meals.sums, meals.items) }]] : [],
      ),
    ),
    mealTypes: new Map(
      [...types].map(([type, ofType]) => [
        type,
        {
          count: sum(ofType.map(({ count }) => count)),
          ...mapFields(REQUIRED_NUTRIENTS, (field) => sum(ofType.map((one) => one[field]))),
        },
      ]),
    ),
    spellings: [...foods].map(([name, eaten]) => ({
      name,
      count: sum(eaten.map(({ count }) => count)),
      kcal: sum(eaten.map(({ kcal }) => kcal)),
      weight_g: sumKnown(eaten.map(({ weight_g }) => weight_g)),
      lastRecorded: eaten
        .map(({ lastRecorded }) => lastRecorded)
        .reduce((last, one) => (isLater(one, last) ? one : last)),
    })),
    activity: new Map(days.flatMap(({ day, activity }) => (activity ? [[day, activity]] : []))),
    sleep: new Map(days.flatMap(({ day, sleep }) => (sleep ? [[day, sleep]] : []))),
    origins: addUpOrigins(origins),
  };
};

/** Sums whose coverage is of all items, also of those that were stored before coverage was. */
const ofItems = (sums: Sums, of: number): Sums => ({
  ...sums,
  coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => ({ known: sums.coverage[field].known, of })),
});
