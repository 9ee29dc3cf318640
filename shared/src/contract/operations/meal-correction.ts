import { z } from 'zod';
import { byId, confidence, dateTime, id, name, optional, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { figure, NUTRIENTS, OPTIONAL_NUTRIENTS } from '../measures.ts';
import { operation } from '../operation.ts';
import { exampleMeal, type Meal, mealItemInput, mealType, mealWithNotices } from './meals.ts';

const multiply = optional(z.number().gt(0).max(LIMITS.multiply));
const itemId = id.meta({ examples: ['i1'] });

const itemCorrection = z.strictObject({
  id: itemId,
  name: optional(name(200)),
  description: optional(text(500)),
  portion: optional(text(120)),
  // What is left out here stays, known or not.
  ...mapFields(NUTRIENTS, (nutrient) => optional(figure(nutrient))),
  confidence: optional(confidence),
  multiply: multiply.meta({
    description: 'How many times as much, `weight_g` too.',
  }),
  clear: optional(z.array(z.enum(['description', 'portion', ...OPTIONAL_NUTRIENTS, 'confidence']))).meta({
    description: 'Fields to empty.',
  }),
});
export type ItemCorrection = z.infer<typeof itemCorrection>;

/** What is to change of a meal (`C10.meal`); all else stays. */
export const mealCorrection = z.strictObject({
  meal_type: optional(mealType),
  eaten_at: optional(dateTime).meta({
    description: 'ISO 8601 with the offset of the place.',
    examples: ['2026-10-04T13:05:00+02:00'],
  }),
  description: optional(text(2000)),
  items: optional(z.array(itemCorrection).max(LIMITS.mealItems)).meta({
    description: 'Items to change, by `id`.',
  }),
  add_items: optional(z.array(mealItemInput).max(LIMITS.mealItems)).meta({
    description: 'New items.',
  }),
  remove_items: optional(z.array(itemId).max(LIMITS.mealItems)).meta({
    description: 'Their `id`s.',
  }),
  multiply: multiply.meta({
    description: 'The same for the whole meal.',
  }),
  model: optional(text(120)),
  confidence: optional(confidence),
  notes: optional(text(1000)),
  clear: optional(z.array(z.enum(['description', 'notes', 'model', 'confidence']))).meta({
    description: 'Fields to empty.',
  }),
});
export type MealCorrection = z.infer<typeof mealCorrection>;

/** The example's soup, of which a half more was eaten, without the bread. */
const corrected = (): Meal => {
  const [soup] = exampleMeal.items.map((item) => ({
    ...item,
    kcal: 465,
    protein_g: 27,
    carbs_g: 67.5,
    fat_g: 9.75,
    fiber_g: 18,
    weight_g: 525,
  }));
  if (!soup) throw new Error('the example has no items');
  const { id: _, name, description, portion, confidence, ...figures } = soup;
  const coverage = mapFields(OPTIONAL_NUTRIENTS, (field) => ({ known: Number(soup[field] !== null), of: 1 }));
  return {
    ...exampleMeal,
    version: 2,
    items: [soup],
    totals: { ...figures, coverage },
    updated_by: { by: 'assistant', client_name: exampleMeal.client_name },
    updated_at: '2026-10-04T11:20:00Z',
  };
};

export const updateMeal = operation({
  id: 'update_meal',
  method: 'PATCH',
  path: '/meals/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: 'Correct a meal',
  description:
    'Changes what is named and nothing else; totals and day follow. What it was before is kept for 30 days.',
  params: byId,
  body: mealCorrection,
  status: 200,
  response: mealWithNotices,
  example: {
    params: { id: exampleMeal.id },
    body: { items: [{ id: 'i1', multiply: 1.5 }], remove_items: ['i2'] },
    response: { ...corrected(), notices: [] },
  },
});
