import { mapFields } from 'shared/contract/map-fields.ts';
import { OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import type {
  LogMealInput,
  Meal,
  MealItem,
  MealItemInput,
  Totals,
} from 'shared/contract/operations/meals.ts';
import { momentOf } from 'shared/records/calendar.ts';
import { type MealDocument, ofProfile, type ProfileDocument } from 'shared/records/documents.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import { addUp, itemSums, roundTotals, type Sums } from 'shared/records/totals.ts';
import { recordSize } from '../records/record-size.ts';

const newItem = (input: MealItemInput): MealItem => ({
  name: input.name,
  description: input.description ?? null,
  portion: input.portion ?? null,
  ...mapFields(REQUIRED_NUTRIENTS, (field) => input[field]),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => input[field] ?? null),
  confidence: input.confidence ?? null,
});

/** A meal as it is stored, made from what an assistant sent. */
export const newMeal = (profile: ProfileDocument, input: LogMealInput, clientName: string): MealDocument => {
  const moment = momentOf(input.eaten_at, profile.time_zone);
  const items = input.items.map(newItem);
  const now = new Date();
  const meal = {
    _id: newRecordId('meal'),
    ...ofProfile(profile),
    day: moment.day,
    meal_type: input.meal_type,
    eaten_at: moment.text,
    instant: moment.instant,
    clock_time: moment.clock_time,
    description: input.description ?? null,
    items,
    // The schema wants at least one item, so there is something to add up.
    sums: addUp(items.map(itemSums)) as Sums,
    model: input.model ?? null,
    confidence: input.confidence ?? null,
    notes: input.notes ?? null,
    client_name: clientName,
    created_at: now,
    updated_at: now,
  };
  return { ...meal, size: recordSize(meal) };
};

/** A stored meal as it is shown. */
export const presentMeal = ({
  _id,
  account_id,
  instant,
  clock_time,
  size,
  sums,
  ...meal
}: MealDocument): Meal => ({
  id: _id,
  ...meal,
  totals: roundTotals(sums),
  created_at: meal.created_at.toISOString(),
  updated_at: meal.updated_at.toISOString(),
});

/** The totals of several meals, null where there are none. */
export const mealTotals = (meals: readonly MealDocument[]): Totals | null => {
  const sums = addUp(meals.map((meal) => meal.sums));
  return sums && roundTotals(sums);
};
