import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import {
  deleteMeal,
  exampleMeal,
  exampleTotals,
  listMeals,
  logMeal,
} from 'shared/contract/operations/meals.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord, expectSuccess } from './answers.ts';
import { list, log } from './meal-calls.ts';
import { clockIn, item, meal, zoneOfAnotherDay } from './samples.ts';

describe('a meal', () => {
  proves(
    ['S2.meal_stored', 'C3.meal', 'C3.version', 'C1.item_id', 'C3.coverage', 'C1.no_store'],
    'is stored with its totals and read again',
    async () => {
      const { token } = await newConnection({ clientName: 'Kitchen assistant' });
      const stored = expectRecord(logMeal, await log(token, logMeal.example.body));
      const { id, profile_id, created_at, updated_at, ...rest } = exampleMeal;
      expect(stored).toMatchObject(rest);
      expect(stored.id).toMatch(/^meal_/);
      expect(Math.abs(Date.parse(stored.created_at) - Date.now())).toBeLessThan(60_000);

      const listed = expectSuccess(listMeals, await list(token, '2026-10-04'));
      expect(listed).toEqual({
        day: '2026-10-04',
        profile_id: stored.profile_id,
        meals: [stored],
        totals: exampleTotals,
      });
    },
  );

  proves(['C1.null', 'C3.meal'], 'takes null as absent and returns absent values as null', async () => {
    const { token } = await newConnection();
    const nothing = { description: null, model: null, confidence: null, notes: null };
    const unstated = {
      description: null,
      portion: null,
      weight_g: null,
      fiber_g: null,
      sugar_g: null,
      sodium_mg: null,
      confidence: null,
    };
    const sent = { ...meal, ...nothing, profile_id: null, eaten_at: null, items: [{ ...item, ...unstated }] };
    const spelledOut = expectRecord(logMeal, await log(token, sent));
    const short = expectRecord(logMeal, await log(token, meal));
    for (const stored of [spelledOut, short])
      expect(stored).toMatchObject({ ...nothing, items: [{ ...item, ...unstated }] });
  });

  proves(
    ['S2.now', 'C2.today', 'C2.zone', 'S4.meals_of_day'],
    'without a time is eaten now, on the current day in the zone',
    async () => {
      const timeZone = zoneOfAnotherDay();
      const { token } = await newConnection({ timeZone });
      const stored = expectRecord(logMeal, await log(token, meal));
      const today = clockIn(timeZone).slice(0, 10);
      expect(today).not.toBe(new Date().toISOString().slice(0, 10));
      expect(stored.day).toBe(today);
      expect(stored.eaten_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\+14:00|-11:00)$/);
      expect(stored.eaten_at.slice(0, 19).replace('T', ' ')).toBe(
        clockIn(timeZone, new Date(stored.eaten_at)),
      );
      expect(Math.abs(Date.parse(stored.eaten_at) - Date.now())).toBeLessThan(60_000);
      const listed = expectSuccess(listMeals, await call('GET', '/meals', { token }));
      expect(listed).toMatchObject({ day: today, meals: [stored] });
    },
  );

  proves(['C1.deleted'], 'is deleted once', async () => {
    const { token } = await newConnection();
    const { id, day } = (await log(token, meal)).body;
    const deletion = () => call('DELETE', `/meals/${id}`, { token });
    expect(expectSuccess(deleteMeal, await deletion())).toEqual({ deleted: true, id });
    expectProblem(await deletion(), 404, 'not_found');
    expect((await list(token, day)).body).toMatchObject({ meals: [], totals: null });
  });

  proves(['C3.order'], 'is listed by when it was eaten, whatever its offset', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const order = [
      '2026-10-04T23:00+14:00',
      '2026-10-04T09:30:00Z',
      '2026-10-04T12:00:00.250+02:00',
      '2026-10-04T12:00:00.500+02:00',
      '2026-10-04T01:00-11:00',
    ];
    for (const index of [3, 0, 4, 2, 1]) await log(token, { ...meal, eaten_at: order[index] });
    const { meals } = (await list(token, '2026-10-04')).body;
    const instants = meals.map((one: { eaten_at: string }) => Date.parse(one.eaten_at));
    expect(instants).toEqual(order.map((eaten_at) => Date.parse(eaten_at)));
  });

  proves(['S2.words_kept', 'C1.code_points'], 'keeps every character of its texts', async () => {
    const { token } = await newConnection();
    const words =
      ' \t<script>alert(1)</script> =cmd()|’!A1 \u202Eabc\u202C Ё ñ e\u0301 \u{1F957}\u200D\r\n$where {"a":1} %00 \u0001';
    const body = {
      ...meal,
      description: words,
      notes: words,
      model: '\u{1F957}'.repeat(120),
      items: [{ ...item, name: words }],
    };
    const stored = expectRecord(logMeal, await log(token, body));
    expect((await list(token, stored.day)).body.meals[0]).toMatchObject(body);
  });
});

describe('totals', () => {
  /** Thousandths as they are sent, and added up without a float in between. */
  const thousandths = (max: number) => fc.integer({ min: 0, max: max * 1000 }).map((value) => value / 1000);
  const anyItem = fc.record(
    {
      name: fc.constant('Food'),
      kcal: thousandths(20_000),
      protein_g: thousandths(2000),
      carbs_g: thousandths(2000),
      fat_g: thousandths(2000),
      fiber_g: thousandths(500),
      sugar_g: thousandths(2000),
      sodium_mg: thousandths(100_000),
      weight_g: thousandths(20_000).filter((value) => value >= 0.01),
    },
    { requiredKeys: ['name', 'kcal', 'protein_g', 'carbs_g', 'fat_g'] },
  );
  const exactSum = (values: number[]): number =>
    Number((values.reduce((sum, value) => sum + BigInt(Math.round(value * 1000)), 0n) + 5n) / 10n) / 100;

  proves(['H23', 'C1.rounding', 'C3.coverage'], 'are the exact sums of any items', async () => {
    const { token } = await newConnection();
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 50 }), async (items) => {
        const { totals } = expectRecord(logMeal, await log(token, { meal_type: 'other', items }));
        for (const field of ['kcal', 'protein_g', 'carbs_g', 'fat_g'] as const)
          expect(totals[field]).toBe(exactSum(items.map((item) => item[field])));
        for (const field of ['fiber_g', 'sugar_g', 'sodium_mg', 'weight_g'] as const) {
          const stated = items.flatMap((item) => item[field] ?? []);
          expect(totals[field]).toBe(stated.length > 0 ? exactSum(stated) : null);
          expect(totals.coverage[field]).toEqual({ known: stated.length, of: items.length });
        }
      }),
      { numRuns: 40 },
    );
  });

  proves(['C1.rounding', 'S2.meal_stored'], 'of a day are rounded once, not per meal', async () => {
    const { token } = await newConnection();
    const third = {
      ...meal,
      eaten_at: '2026-10-04T12:00:00+00:00',
      items: [{ ...item, kcal: 0.333, fat_g: 1.005, fiber_g: 0.004 }],
    };
    for (let count = 0; count < 3; count += 1) await log(token, third);
    const { meals, totals } = (await list(token, '2026-10-04')).body;
    expect(meals[0].totals).toMatchObject({ kcal: 0.33, fat_g: 1.01, fiber_g: 0 });
    expect(totals).toMatchObject({ kcal: 1, fat_g: 3.02, fiber_g: 0.01 });
  });
});
