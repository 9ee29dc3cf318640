import { z } from 'zod';
import { count, date, profileId, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields, pick } from '../map-fields.ts';
import { figureOutput, NUTRIENTS, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from '../measures.ts';
import { operation } from '../operation.ts';
import { exampleMeal, type MealItem } from './meals.ts';

export const food = z.object({
  name: z.string().meta({ description: 'As it was last recorded.' }),
  count: z.int().meta({ description: 'How often it was recorded.' }),
  last_day: date,
  portion: z.string().nullable(),
  ...mapFields(REQUIRED_NUTRIENTS, () => z.number()),
  ...mapFields(OPTIONAL_NUTRIENTS, figureOutput),
  meal_id: z.string().meta({ description: 'The meal that the portion and the figures are from.' }),
  item_id: z.string().meta({ description: 'The item of that meal.' }),
});
export type Food = z.infer<typeof food>;

const exampleItem = exampleMeal.items[0] as MealItem;

export const findFoods = operation({
  id: 'find_foods',
  method: 'GET',
  path: '/foods',
  owner: 'diary',
  access: 'records:read',
  summary: 'Find foods that the person ate before',
  description: `What was recorded in the last ${LIMITS.foodDays} days, most often first, with portion and figures as last recorded. Only the person's own records: there is no food data of anybody else.`,
  query: z.strictObject({
    q: text(200).optional().meta({
      description: 'Beginnings of words of the name.',
    }),
    profile_id: profileId.optional(),
    limit: count(LIMITS.foods, 1)
      .optional()
      .meta({ description: `${LIMITS.foodsUnasked} when absent.` }),
  }),
  status: 200,
  response: z.object({ foods: z.array(food) }),
  example: {
    response: {
      foods: [
        {
          name: 'Lentil soup',
          count: 3,
          last_day: exampleMeal.day,
          portion: 'one bowl',
          ...pick(exampleItem, NUTRIENTS),
          meal_id: exampleMeal.id,
          item_id: exampleItem.id,
        },
      ],
    },
  },
});
