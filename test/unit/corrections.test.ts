import { expect } from '@jest/globals';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import { setActivity, updateActivity } from 'shared/contract/operations/activity.ts';
import { updateMeal } from 'shared/contract/operations/meal-correction.ts';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { setSleep, updateSleep } from 'shared/contract/operations/sleep.ts';
import { addWellbeingNote, updateWellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import type { z } from 'zod';
import { proves } from '../support/proves.ts';

/** What is at, within and beyond some bound, and what belongs nowhere. */
const ODD: unknown[] = [
  ...[null, true, '', ' ', 'x', '0', '\0', '\ud800', {}, [], [null], ['x']],
  ...[-1e308, -1, -0, 0, 0.005, 0.01, 0.5, 1, 1.5, 20, 19.9, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
  ...[40, 41, 80, 81, 120, 121, 200, 201, 500, 501, 1000, 1001, 2000, 2001, 5000, 5001].map((length) =>
    '\u{1f600}'.repeat(length),
  ),
  ...['2026-02-29T12:00:00Z', '2026-10-04T24:00:00Z', '2026-10-04T12:00:00', '2026-10-04T12:00:00+14:01'],
  ...['2026-10-04T12:00:00+02:00', '2026-10-04', '23:59', '24:00', 'lunch', 'LUNCH', 'es', 'xx-'],
];

const valuesOf = (field: string): unknown[] => {
  const measure = MEASURES[field as Measure];
  return measure ? [...ODD, measure.max, measure.max + 0.01, measure.max + 1, measure.min ?? 0] : ODD;
};

/** The schema of each entry of a list of a body. */
const entryOf = (body: z.ZodObject, list: string): z.ZodObject => {
  let field = body.shape[list] as z.ZodType & { unwrap?: () => z.ZodType; element?: z.ZodObject };
  while (!field.element && field.unwrap) field = field.unwrap() as typeof field;
  if (!field.element) throw new Error(`${list} is no list`);
  return field.element;
};

/** A correction of each kind, and the call that records what it corrects, with their shapes at the same level. */
const PAIRS: [name: string, correction: z.ZodObject, input: z.ZodObject][] = [
  ['meal', updateMeal.body, logMeal.body],
  ['item', entryOf(updateMeal.body, 'items'), entryOf(logMeal.body, 'items')],
  ['added item', entryOf(updateMeal.body, 'add_items'), entryOf(logMeal.body, 'items')],
  ['activity', updateActivity.body, setActivity.body],
  ['added workout', entryOf(updateActivity.body, 'add_workouts'), entryOf(setActivity.body, 'workouts')],
  ['sleep', updateSleep.body, setSleep.body],
  ['note', updateWellbeingNote.body, addWellbeingNote.body],
];

/** Items that are named are those of a correction, others those of a meal. */
const OTHERWISE = ['items'];

proves(
  ['H28', 'C10.meal', 'C10.note', 'C10.merge'],
  'a correction takes of a field what its record takes',
  () => {
    let compared = 0;
    for (const [name, correction, input] of PAIRS)
      for (const [field, schema] of Object.entries(correction.shape)) {
        const recorded = input.shape[field] as z.ZodType | undefined;
        if (!recorded || OTHERWISE.includes(field)) continue;
        for (const value of valuesOf(field)) {
          // A null is absent, which a correction may be and a required field may not.
          if (value === null) continue;
          const takes = (one: z.ZodType): boolean => one.safeParse(value).success;
          expect([name, field, value, takes(schema as z.ZodType)]).toEqual([
            name,
            field,
            value,
            takes(recorded),
          ]);
          compared += 1;
        }
      }
    expect(compared).toBeGreaterThan(3000);
  },
);

proves(['H28', 'C10.multiply'], 'a factor is more than 0 and at most 100', () => {
  const items = entryOf(updateMeal.body, 'items');
  for (const { shape } of [updateMeal.body, items])
    for (const [factor, isTaken] of [
      ...[-1e308, -1, -0, 0, 100.0001, 1e308, Number.NaN, Number.POSITIVE_INFINITY, '2', [2]].map(
        (one) => [one, false] as const,
      ),
      ...[5e-324, 0.5, 1, 100].map((one) => [one, true] as const),
    ])
      expect([factor, (shape.multiply as z.ZodType).safeParse(factor).success]).toEqual([factor, isTaken]);
});
