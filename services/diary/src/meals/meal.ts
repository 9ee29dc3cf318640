import { mapFields } from 'shared/contract/map-fields.ts';
import { OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import type { LogMealInput, MealItemInput, Totals } from 'shared/contract/operations/meals.ts';
import { momentOf } from 'shared/records/calendar.ts';
import { ofProfile } from 'shared/records/documents.ts';
import { itemIdAt, type StoredItem, type StoredMeal } from 'shared/records/meal.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { UNCHANGED } from 'shared/records/stored.ts';
import { addUp, itemSums, roundTotals, type Sums } from 'shared/records/totals.ts';
import { recordSize } from '../records/record-size.ts';

/** An item as it is stored; `position` counts every item that the meal ever had. */
export const newItem = (input: MealItemInput, position: number): StoredItem => ({
  id: itemIdAt(position),
  name: input.name,
  description: input.description ?? null,
  portion: input.portion ?? null,
  ...mapFields(REQUIRED_NUTRIENTS, (field) => input[field]),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => input[field] ?? null),
  confidence: input.confidence ?? null,
});

/** A meal as it is stored, made from what an assistant sent. */
export const newMeal = (profile: StoredProfile, input: LogMealInput, clientName: string): StoredMeal => {
  const moment = momentOf(input.eaten_at, profile.time_zone);
  const items = input.items.map((item, index) => newItem(item, index + 1));
  const now = new Date();
  const meal = {
    _id: newRecordId('meal'),
    ...UNCHANGED,
    ...ofProfile(profile),
    day: moment.day,
    meal_type: input.meal_type,
    eaten_at: moment.text,
    instant: moment.instant,
    clock_time: moment.clock_time,
    description: input.description ?? null,
    items,
    item_ids: items.length,
    // The schema wants at least one item, so there is something to add up.
    sums: addUp(items.map(itemSums)) as Sums,
    model: input.model ?? null,
    confidence: input.confidence ?? null,
    notes: input.notes ?? null,
    client_name: clientName,
    copied_from: null,
    created_at: now,
    updated_at: now,
  };
  return { ...meal, size: recordSize(meal) };
};

/** The totals of several meals, null where there are none. */
export const mealTotals = (meals: readonly StoredMeal[]): Totals | null => {
  const sums = addUp(meals.map((meal) => meal.sums));
  return sums && roundTotals(sums);
};
