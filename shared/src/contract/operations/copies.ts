import { z } from 'zod';
import { byId, day, optional } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { notices } from '../notices.ts';
import { operation } from '../operation.ts';
import { exampleMeal, meal, mealType } from './meals.ts';

const days = z
  .array(day)
  .min(1)
  .max(LIMITS.copies)
  .check(({ value, issues }) => {
    const twice = value.findIndex((one, index) => value.indexOf(one) < index);
    if (twice >= 0)
      issues.push({
        code: 'custom',
        path: [twice],
        input: value,
        message: 'is named twice',
        params: { code: 'duplicate' },
      });
  })
  .meta({ description: 'Each once.' });

const copyMealInput = z.strictObject({
  days,
  meal_type: optional(mealType).meta({ description: "The meal's when absent." }),
  multiply: optional(z.number().gt(0).max(LIMITS.multiply)).meta({
    description: 'How many times as much: 0.5 is half.',
  }),
});
export type CopyMealInput = z.infer<typeof copyMealInput>;

const exampleCopy = {
  ...exampleMeal,
  id: 'meal_019a2f70-6000-7000-8000-00000000000b',
  day: '2026-10-05',
  eaten_at: '2026-10-05T13:05:00+02:00',
  description: null,
  copied_from: exampleMeal.id,
};

export const copyMeal = operation({
  id: 'copy_meal',
  method: 'POST',
  path: '/meals/{id}/copies',
  owner: 'diary',
  access: 'records:write',
  summary: 'Record a meal again on other days',
  description:
    'The same items and figures at the same time of day; `description` and `notes` stay empty. Either all days get their copy or none.',
  params: byId,
  body: copyMealInput,
  status: 201,
  response: z.object({ meals: z.array(meal), notices }),
  example: {
    params: { id: exampleMeal.id },
    body: { days: [exampleCopy.day] },
    response: { meals: [exampleCopy], notices: [] },
  },
});
