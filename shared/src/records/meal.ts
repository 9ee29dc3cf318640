import { BSON } from 'mongodb';
import { mapFields, pick } from '../contract/map-fields.ts';
import {
  type Nutrient,
  OPTIONAL_NUTRIENTS,
  type OptionalNutrient,
  REQUIRED_NUTRIENTS,
} from '../contract/measures.ts';
import type { Meal, MealItem } from '../contract/operations/meals.ts';
import {
  type AtAMoment,
  type Found,
  presentAuthor,
  type Stored,
  UNCHANGED,
  type Versioned,
} from './stored.ts';
import { type FoundSums, readSums, roundKnown, roundTotals, type Sums } from './totals.ts';

/** An item as it is stored. `unrounded` names the figures that were multiplied and have more than 2 decimals (`C10.multiply`). */
export type StoredItem = MealItem & { unrounded?: Nutrient[] };

/**
 * A meal as it is stored. `sums` are the totals before rounding (docs/decisions/totals.md); `item_ids` is how many ids its items
 * were ever given, for none is given twice (`C1.item_id`).
 */
export type StoredMeal = Omit<
  Stored<Meal, 'created_at' | 'updated_at'>,
  'totals' | 'items' | keyof Versioned
> &
  Versioned &
  AtAMoment & { items: StoredItem[]; item_ids: number; sums: Sums };

type FoundItem = Found<StoredItem, OptionalNutrient | 'id'>;

/** A meal in any shape that was ever stored. */
export type FoundMeal = Found<
  Omit<StoredMeal, 'items' | 'sums'>,
  'clock_time' | 'size' | 'item_ids' | 'copied_from' | keyof Versioned
> & {
  items: FoundItem[];
  sums: FoundSums;
};

const UNSTATED = mapFields(OPTIONAL_NUTRIENTS, () => null);

/** The id of the item of a meal that was added as its first, second, … */
export const itemIdAt = (position: number): string => `i${position}`;

/** Today's shape of a meal (`A.stored`). A nutrient that came later is one that no item states. Items had no ids: they have them by position. */
export const readMeal = (found: FoundMeal): StoredMeal => ({
  ...UNCHANGED,
  copied_from: null,
  item_ids: found.items.length,
  ...found,
  clock_time: found.clock_time ?? found.eaten_at.slice(11, 16),
  size: found.size ?? BSON.calculateObjectSize(found),
  items: found.items.map((item, index) => ({ id: itemIdAt(index + 1), ...UNSTATED, ...item })),
  sums: readSums(found.sums),
});

const ITEM_FIELDS = [
  ...(['id', 'name', 'description', 'portion'] as const),
  ...REQUIRED_NUTRIENTS,
  ...OPTIONAL_NUTRIENTS,
  'confidence',
] as const;

/** An item of a stored meal as it is shown (`A.listed`). */
export const presentItem = (item: StoredItem): MealItem => {
  const rounded = mapFields(item.unrounded ?? [], (field) => roundKnown(item[field]));
  return { ...pick(item, ITEM_FIELDS), ...rounded } as MealItem;
};

/** A stored meal as it is shown (`A.listed`). */
export const presentMeal = (meal: StoredMeal): Meal => ({
  id: meal._id,
  version: meal.version,
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
  updated_by: meal.updated_by && presentAuthor(meal.updated_by),
  copied_from: meal.copied_from,
  created_at: meal.created_at.toISOString(),
  updated_at: meal.updated_at.toISOString(),
});
