import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import {
  deleteMeal,
  exampleMeal,
  exampleTotals,
  listMeals,
  logMeal,
  mealType,
} from 'shared/contract/meals.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { clockIn, item, meal, zoneOfAnotherDay } from './samples.ts';

const log = (token: string, body: unknown) => call('POST', '/meals', { token, body });
const list = (token: string, day: string) => call('GET', '/meals', { token, query: { day } });

describe('a meal', () => {
  proves(
    ['S2.meal_stored', 'C3.meal', 'C3.coverage', 'C1.no_store'],
    'is stored with its totals and read again',
    async () => {
      const { token } = await newConnection({ clientName: 'Kitchen assistant' });
      const stored = expectSuccess(logMeal, await log(token, logMeal.example.body));
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

  proves(['C1.null', 'C3.meal'], 'takes null as absent and shows what is absent as null', async () => {
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
    const spelledOut = expectSuccess(logMeal, await log(token, sent));
    const short = expectSuccess(logMeal, await log(token, meal));
    for (const stored of [spelledOut, short])
      expect(stored).toMatchObject({ ...nothing, items: [{ ...item, ...unstated }] });
  });

  proves(
    ['S2.now', 'C2.today', 'C2.zone', 'S4.meals_of_day'],
    'without a time is eaten now, on the day that it is there',
    async () => {
      const timeZone = zoneOfAnotherDay();
      const { token } = await newConnection({ timeZone });
      const stored = expectSuccess(logMeal, await log(token, meal));
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

  proves(['C3.order'], 'comes where it was eaten among the others, whatever its offset', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const order = [
      '2026-10-04T23:00+14:00',
      '2026-10-04T09:30:00Z',
      '2026-10-04T12:00:00.250+02:00',
      '2026-10-04T12:00:00.500+02:00',
      '2026-10-04T01:00-11:00',
    ];
    for (const eaten_at of [3, 0, 4, 2, 1].map((index) => order[index]))
      await log(token, { ...meal, eaten_at });
    const { meals } = (await list(token, '2026-10-04')).body;
    const instants = meals.map((one: { eaten_at: string }) => Date.parse(one.eaten_at));
    expect(meals).toHaveLength(5);
    expect(instants).toEqual(instants.toSorted((a: number, b: number) => a - b));
  });

  proves(['S2.words_kept', 'C1.code_points'], 'keeps every character of what was said', async () => {
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
    const stored = expectSuccess(logMeal, await log(token, body));
    expect((await list(token, stored.day)).body.meals[0]).toMatchObject(body);
  });
});

proves(['C1.private'], 'what was said is in no log', async () => {
  const { token } = await newConnection();
  const marker = `marker${crypto.randomUUID()}`;
  const day = '2026-10-04';
  const headers = { 'Idempotency-Key': marker };
  const said = {
    ...meal,
    description: marker,
    notes: marker,
    model: marker,
    items: [{ ...item, name: marker }],
  };
  const answers = [
    await call('POST', '/meals', { token, headers, body: said }),
    await call('POST', '/meals', { token, body: { ...said, [marker]: marker } }),
    await call('POST', '/meals', { token, body: `{"${marker}":` }),
    await call('POST', '/wellbeing', { token, body: { text: marker } }),
    await call('POST', '/profiles', { token, body: { name: marker } }),
    await call('PUT', `/days/${day}/activity`, { token, body: { source_app: marker } }),
    await call('GET', '/meals', { token, query: { profile_id: marker } }),
    await call('DELETE', `/meals/${marker}`, { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 201, 201, 200, 404, 404]);

  const folder = join(site.dataDir, 'logs');
  const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  expect(logs.join('')).toContain('diary');
  expect(logs.join('')).not.toContain(marker);
});

describe('the bounds of a meal', () => {
  const full = {
    name: '\u{1F34E}'.repeat(200),
    description: 'd'.repeat(500),
    portion: 'p'.repeat(120),
    weight_g: 20_000,
    kcal: 20_000,
    protein_g: 2000,
    carbs_g: 2000,
    fat_g: 2000,
    fiber_g: 500,
    sugar_g: 2000,
    sodium_mg: 100_000,
    confidence: 1,
  };
  const top = {
    description: 'd'.repeat(2000),
    model: 'm'.repeat(120),
    notes: 'n'.repeat(1000),
    confidence: 1,
  };
  const zero = {
    ...item,
    kcal: 0,
    protein_g: 0,
    carbs_g: 0,
    fat_g: 0,
    fiber_g: 0,
    sugar_g: 0,
    sodium_mg: 0,
    confidence: 0,
  };

  proves(['S2.meal_bounds', 'C3.coverage'], 'are themselves allowed', async () => {
    const { token } = await newConnection();
    const largest = expectSuccess(
      logMeal,
      await log(token, { ...meal, ...top, items: Array(50).fill(full) }),
    );
    expect(largest).toMatchObject({ ...top, items: Array(50).fill(full) });
    const all = { known: 50, of: 50 };
    expect(largest.totals).toEqual({
      kcal: 1_000_000,
      protein_g: 100_000,
      carbs_g: 100_000,
      fat_g: 100_000,
      fiber_g: 25_000,
      sugar_g: 100_000,
      sodium_mg: 5_000_000,
      weight_g: 1_000_000,
      coverage: { fiber_g: all, sugar_g: all, sodium_mg: all, weight_g: all },
    });
    for (const meal_type of mealType.options)
      expectSuccess(
        logMeal,
        await log(token, { meal_type, confidence: 0, items: [{ ...zero, weight_g: 0.001 }] }),
      );
  });

  proves(['S2.meal_bounds', 'S7.status'], 'are not passed', async () => {
    const { token } = await newConnection();
    const wrongItems = [
      ...Object.entries({
        weight_g: 20_001,
        kcal: 20_000.1,
        protein_g: 2001,
        carbs_g: 2001,
        fat_g: 2001,
        fiber_g: 501,
      }),
      ...Object.entries({ sugar_g: 2001, sodium_mg: 100_001, confidence: 1.01 }),
      ...Object.entries({
        weight_g: 0,
        kcal: -1,
        protein_g: -0.1,
        carbs_g: -1,
        fat_g: -1,
        fiber_g: -1,
        sugar_g: -1,
      }),
      ...Object.entries({
        sodium_mg: -1,
        confidence: -0.01,
        kcal: '52',
        protein_g: null,
        carbs_g: undefined,
      }),
      ...Object.entries({ name: `${full.name}x`, description: 'd'.repeat(501), portion: 'p'.repeat(121) }),
    ];
    for (const [field, value] of wrongItems) {
      const answer = await log(token, { ...meal, items: [item, { ...item, [field]: value }] });
      expectProblem(answer, 400, 'validation_failed', `/items/1/${field}`);
    }
    const wrong = {
      meal_type: 'brunch',
      items: [],
      confidence: 1.5,
      model: 'm'.repeat(121),
      notes: 'n'.repeat(1001),
      description: 'd'.repeat(2001),
    };
    for (const [field, value] of Object.entries(wrong))
      expectProblem(await log(token, { ...meal, [field]: value }), 400, 'validation_failed', `/${field}`);
    expectProblem(
      await log(token, { ...meal, items: Array(51).fill(item) }),
      400,
      'validation_failed',
      '/items',
    );
    const untyped = await log(token, { items: [item] });
    expectProblem(untyped, 400, 'validation_failed', '/meal_type');
    expect(untyped.body.detail).toBe('/meal_type is required.');
    expectProblem(await log(token, { meal_type: 'snack' }), 400, 'validation_failed', '/items');
  });

  proves(['C1.visible'], 'ask for a name that can be seen', async () => {
    const { token } = await newConnection();
    for (const name of ['', ' ', '\u200B\u2060', '\u3164', '\u2800', '\t\n', 'a\0b', '\uD83E'])
      expectProblem(
        await log(token, { ...meal, items: [{ ...item, name }] }),
        400,
        'validation_failed',
        '/items/0/name',
      );
    for (const name of ['.', '1', '\u{1F34E}', 'я'])
      expectSuccess(logMeal, await log(token, { ...meal, items: [{ ...item, name }] }));
  });
});

describe('eaten_at', () => {
  const accepted: [sent: string, shown: string, day: string][] = [
    ['2026-10-04T13:05:00+02:00', '2026-10-04T13:05:00+02:00', '2026-10-04'],
    ['2026-10-04T13:05+02:00', '2026-10-04T13:05:00+02:00', '2026-10-04'],
    ['2026-10-04T13:05:59.123456789-03:30', '2026-10-04T13:05:59.123456789-03:30', '2026-10-04'],
    ['2024-02-29T23:59:59+14:00', '2024-02-29T23:59:59+14:00', '2024-02-29'],
    ['2026-12-31T00:00:00-14:00', '2026-12-31T00:00:00-14:00', '2026-12-31'],
    ['2000-02-29T12:00+00:00', '2000-02-29T12:00:00+00:00', '2000-02-29'],
    // With Z, or with -00:00, the day is the one in Madrid.
    ['2026-10-04T21:59:59Z', '2026-10-04T21:59:59Z', '2026-10-04'],
    ['2026-10-04T22:00Z', '2026-10-04T22:00:00Z', '2026-10-05'],
    ['2026-10-04T22:00-00:00', '2026-10-04T22:00:00-00:00', '2026-10-05'],
    ['2026-10-04T22:00+00:00', '2026-10-04T22:00:00+00:00', '2026-10-04'],
    ['2026-12-31T23:00:00Z', '2026-12-31T23:00:00Z', '2027-01-01'],
    ['2028-02-28T23:30:00Z', '2028-02-28T23:30:00Z', '2028-02-29'],
    // The clocks of Madrid skip an hour on 29 March and repeat one on 25 October 2026.
    ['2026-03-28T22:59:00Z', '2026-03-28T22:59:00Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-03-29T02:30:00+01:00', '2026-03-29T02:30:00+01:00', '2026-03-29'],
    // The ends of the calendar.
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00', '0001-01-01'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', '9999-12-31'],
  ];

  proves(
    ['C1.offset', 'C2.day', 'S2.date_time', 'H23'],
    'comes back as sent, on the day that it names',
    async () => {
      const { token } = await newConnection({ timeZone: 'Europe/Madrid' });
      for (const [eaten_at, shown, day] of accepted) {
        const stored = expectSuccess(logMeal, await log(token, { ...meal, eaten_at }));
        expect({ eaten_at, shown: stored.eaten_at, day: stored.day }).toEqual({ eaten_at, shown, day });
        expect((await list(token, day)).body.meals).toContainEqual(stored);
      }
    },
  );

  proves(
    ['S2.date_time', 'S7.status', 'H23'],
    'is refused where it is no moment of the calendar',
    async () => {
      const { token } = await newConnection();
      const refused = [
        ...[
          '2026-02-29T12:00:00Z',
          '2100-02-29T12:00:00Z',
          '2026-04-31T12:00:00Z',
          '2026-13-01T12:00:00Z',
          '2026-00-10T12:00:00Z',
        ],
        ...[
          '2026-10-04T24:00:00Z',
          '2026-10-04T12:60:00Z',
          '2026-10-04T12:00:60Z',
          '2026-10-04T12:00:00',
          '2026-10-04',
        ],
        ...[
          '2026-10-04T12:00:00+14:01',
          '2026-10-04T12:00:00-14:01',
          '2026-10-04T12:00:00+0200',
          '2026-10-04T12:00:00+02',
        ],
        ...[
          '0000-01-01T12:00:00Z',
          '2026-10-04 12:00:00Z',
          '2026-10-04t12:00:00z',
          '2026-W40-7T12:00:00Z',
          '20261004T120000Z',
        ],
        ...[
          '+002026-10-04T12:00:00Z',
          '2026-10-04T12:00:00.Z',
          '2026-10-04T12:00:00Z[Europe/Madrid]',
          'now',
          '',
          1_791_115_500,
        ],
        ...[`2026-10-04T12:00:00.${'0'.repeat(60)}Z`, '２０２６-10-04T12:00:00Z', '2026-10-04T12:00:00Z\n'],
      ];
      for (const eaten_at of refused)
        expectProblem(await log(token, { ...meal, eaten_at }), 400, 'validation_failed', '/eaten_at');
    },
  );
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
      weight_g: thousandths(20_000).filter((value) => value > 0),
    },
    { requiredKeys: ['name', 'kcal', 'protein_g', 'carbs_g', 'fat_g'] },
  );
  const exactSum = (values: number[]): number =>
    Number((values.reduce((sum, value) => sum + BigInt(Math.round(value * 1000)), 0n) + 5n) / 10n) / 100;

  proves(['H23', 'C1.rounding', 'C3.coverage'], 'are the sums of the items, whatever they are', async () => {
    const { token } = await newConnection();
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 50 }), async (items) => {
        const { totals } = expectSuccess(logMeal, await log(token, { meal_type: 'other', items }));
        for (const field of ['kcal', 'protein_g', 'carbs_g', 'fat_g'] as const)
          expect(totals[field]).toBe(exactSum(items.map((one) => one[field])));
        for (const field of ['fiber_g', 'sugar_g', 'sodium_mg', 'weight_g'] as const) {
          const stated = items.flatMap((one) => one[field] ?? []);
          expect(totals[field]).toBe(stated.length > 0 ? exactSum(stated) : null);
          expect(totals.coverage[field]).toEqual({ known: stated.length, of: items.length });
        }
      }),
      { numRuns: 40 },
    );
  });

  proves(['C1.rounding', 'S2.meal_stored'], 'of a day are rounded once, not meal by meal', async () => {
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
