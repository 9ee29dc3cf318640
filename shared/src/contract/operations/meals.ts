import { z } from 'zod';
import {
  byId,
  confidence,
  date,
  dateTime,
  day,
  deleted,
  name,
  optional,
  profileId,
  text,
  timestamp,
  updatedBy,
  version,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { figure, figureInput, figureOutput, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from '../measures.ts';
import { withNotices } from '../notices.ts';
import { operation } from '../operation.ts';

export const mealType = z.enum(['breakfast', 'lunch', 'dinner', 'snack', 'other']);
export type MealType = z.infer<typeof mealType>;

export const mealItemInput = z.strictObject({
  name: name(200).meta({ description: 'As they named it.' }),
  description: optional(text(500)).meta({ description: 'Preparation or brand.' }),
  portion: optional(text(120)).meta({ description: 'In everyday terms.', examples: ['one bowl'] }),
  ...mapFields(REQUIRED_NUTRIENTS, figure),
  ...mapFields(OPTIONAL_NUTRIENTS, figureInput),
  confidence: optional(confidence),
});
export type MealItemInput = z.infer<typeof mealItemInput>;

export const logMealInput = z.strictObject({
  profile_id: optional(profileId),
  meal_type: mealType,
  eaten_at: optional(dateTime).meta({
    description: 'ISO 8601 with the offset of the place; now when absent.',
    examples: ['2026-10-04T13:05:00+02:00'],
  }),
  description: optional(text(2000)).meta({ description: 'Their words, in full.' }),
  items: z.array(mealItemInput).min(1).max(LIMITS.mealItems),
  model: optional(text(120)).meta({ description: 'The model that estimates.' }),
  confidence: optional(confidence),
  notes: optional(text(1000)),
});
export type LogMealInput = z.infer<typeof logMealInput>;

const coverage = z.object({ known: z.int(), of: z.int() }).meta({
  description: 'How many of the items state the value.',
});

export const totals = z.object({
  ...mapFields(REQUIRED_NUTRIENTS, () => z.number()),
  ...mapFields(OPTIONAL_NUTRIENTS, () => z.number().nullable()),
  coverage: z.object(mapFields(OPTIONAL_NUTRIENTS, () => coverage)),
});
export type Totals = z.infer<typeof totals>;

/** What tells an item from the others of its meal, never given twice within it (`C1.item_id`). */
const itemId = z.string().meta({ examples: ['i1'] });

export const mealItem = z.object({
  id: itemId,
  name: z.string(),
  description: z.string().nullable(),
  portion: z.string().nullable(),
  ...mapFields(REQUIRED_NUTRIENTS, () => z.number()),
  ...mapFields(OPTIONAL_NUTRIENTS, figureOutput),
  confidence: z.number().nullable(),
});
export type MealItem = z.infer<typeof mealItem>;

export const meal = z.object({
  id: z.string(),
  version,
  profile_id: z.string(),
  day: date,
  meal_type: mealType,
  eaten_at: timestamp,
  description: z.string().nullable(),
  items: z.array(mealItem),
  totals,
  model: z.string().nullable(),
  confidence: z.number().nullable(),
  notes: z.string().nullable(),
  client_name: z.string(),
  updated_by: updatedBy,
  copied_from: z.string().nullable().meta({ description: 'The meal that this is a copy of.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Meal = z.infer<typeof meal>;

/** What a write of it answers with. */
export const mealWithNotices = withNotices(meal);

const exampleInput = {
  meal_type: 'lunch' as const,
  eaten_at: '2026-10-04T13:05:00+02:00',
  description: 'Lentil soup with bread',
  items: [
    {
      name: 'Lentil soup',
      portion: 'one bowl',
      weight_g: 350,
      kcal: 310,
      protein_g: 18,
      carbs_g: 45,
      fat_g: 6.5,
      fiber_g: 12,
    },
    { name: 'Bread', portion: 'two slices', kcal: 160, protein_g: 5.4, carbs_g: 30, fat_g: 1.6 },
  ],
  model: 'example-model-1',
  confidence: 0.7,
};

const unstated = {
  description: null,
  ...mapFields(OPTIONAL_NUTRIENTS, () => null),
  confidence: null,
};

export const exampleTotals: Totals = {
  kcal: 470,
  protein_g: 23.4,
  carbs_g: 75,
  fat_g: 8.1,
  ...mapFields(OPTIONAL_NUTRIENTS, () => null),
  fiber_g: 12,
  weight_g: 350,
  coverage: {
    ...mapFields(OPTIONAL_NUTRIENTS, () => ({ known: 0, of: 2 })),
    fiber_g: { known: 1, of: 2 },
    weight_g: { known: 1, of: 2 },
  },
};

export const exampleMeal: Meal = {
  id: 'meal_019a2f70-1000-7000-8000-000000000005',
  version: 1,
  profile_id: 'prof_019a2f6c-9000-7000-8000-000000000002',
  day: '2026-10-04',
  ...exampleInput,
  items: exampleInput.items.map((item, index) => ({ id: `i${index + 1}`, ...unstated, ...item })),
  totals: exampleTotals,
  notes: null,
  client_name: 'Kitchen assistant',
  updated_by: null,
  copied_from: null,
  created_at: '2026-10-04T11:05:30Z',
  updated_at: '2026-10-04T11:05:30Z',
};

export const logMeal = operation({
  id: 'log_meal',
  method: 'POST',
  path: '/meals',
  owner: 'diary',
  access: 'records:write',
  summary: 'Record a meal',
  description: 'Stores the meal with its items and computes the totals. One item per food.',
  body: logMealInput,
  status: 201,
  response: mealWithNotices,
  example: { body: exampleInput, response: { ...exampleMeal, notices: [] } },
});

export const listMeals = operation({
  id: 'list_meals',
  method: 'GET',
  path: '/meals',
  owner: 'diary',
  access: 'records:read',
  summary: 'List the meals of a day',
  query: z.strictObject({
    day: day.optional().meta({ description: 'Today when absent.' }),
    profile_id: profileId.optional(),
  }),
  status: 200,
  response: z.object({
    day: date,
    profile_id: z.string(),
    meals: z.array(meal),
    totals: totals.nullable(),
  }),
  example: {
    response: {
      day: '2026-10-04',
      profile_id: exampleMeal.profile_id,
      meals: [exampleMeal],
      totals: exampleTotals,
    },
  },
});

export const deleteMeal = operation({
  id: 'delete_meal',
  method: 'DELETE',
  path: '/meals/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: 'Delete a meal',
  params: byId,
  status: 200,
  response: deleted,
  example: { params: { id: exampleMeal.id }, response: { deleted: true, id: exampleMeal.id } },
});
