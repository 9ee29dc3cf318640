import { BSON } from 'mongodb';
import { mapFields, pick } from '../contract/map-fields.ts';
import { OPTIONAL_NUTRIENTS, type OptionalNutrient, REQUIRED_NUTRIENTS } from '../contract/measures.ts';
import type { Meal, MealItem } from '../contract/operations/meals.ts';
import type { AtAMoment, Found, Stored } from './stored.ts';
import { type FoundSums, readSums, roundTotals, type Sums } from './totals.ts';

/** A meal as it is stored. `sums` are the totals before rounding (docs/decisions/totals.md). */
export type StoredMeal = Omit<Stored<Meal, 'created_at' | 'updated_at'>, 'totals'> &
  AtAMoment & { sums: Sums };

type FoundItem = Found<MealItem, OptionalNutrient>;

/** A meal in any shape that was ever stored. */
export type FoundMeal = Found<Omit<StoredMeal, 'items' | 'sums'>, 'clock_time' | 'size'> & {
  items: FoundItem[];
  sums: FoundSums;
};

const UNSTATED = mapFields(OPTIONAL_NUTRIENTS, () => null);

/** Today's shape of a meal (`A.stored`). A nutrient that came later is one that no item states. */
export const readMeal = (found: FoundMeal): StoredMeal => ({
  ...found,
  clock_time: found.clock_time ?? found.eaten_at.slice(11, 16),
  size: found.size ?? BSON.calculateObjectSize(found),
  items: found.items.map((item) => ({ ...UNSTATED, ...item })),
  sums: readSums(found.sums),
});

const ITEM_FIELDS = [
  ...(['name', 'description', 'portion'] as const),
  ...REQUIRED_NUTRIENTS,
  ...OPTIONAL_NUTRIENTS,
  'confidence',
] as const;

/** An item of a stored meal as it is shown (`A.listed`). */
export const presentItem = (item: MealItem): MealItem => pick(item, ITEM_FIELDS);

/** A stored meal as it is shown (`A.listed`). */
export const presentMeal = (meal: StoredMeal): Meal => ({
  id: meal._id,
  profile_id: meal.profile_id,
  day: meal.day,
  meal_type: meal.meal_type,
  eaten_at: meal.eaten_at,
  description: meal.description,
  items: meal.items.map(presentItem),
  totals: roundTotals(meal.sums),
  model: meal.model,
  confidence: meal.confidence,
  notes: meal.notes,
  client_name: meal.client_name,
  created_at: meal.created_at.toISOString(),
  updated_at: meal.updated_at.toISOString(),
});
