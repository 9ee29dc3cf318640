import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { updateMeal } from 'shared/contract/operations/meal-correction.ts';
import { expectProblem, expectSuccess, recordIn } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { BREAD, DAY, LUNCH, newLunch, patch, read, SOUP, succeed } from './calls.ts';

const APPLE = { name: 'Apple', kcal: 52, protein_g: 0.3, carbs_g: 14, fat_g: 0.2 };

describe('a correction of a meal', () => {
  proves(['C10.meal', 'C1.item_id', 'C3.version'], 'changes what it names, and nothing else', async () => {
    const { token } = await newConnection({ clientName: 'First' });
    const meal = await newLunch(token, { notes: 'At work', model: 'm' });
    const other = await newConnection({
      email: (await succeed(call('GET', '/me', { token }))).account.email,
      clientName: 'Other',
    });
    const correction = {
      meal_type: 'dinner',
      eaten_at: '2026-10-05T20:00:00+02:00',
      items: [{ id: 'i1', weight_g: 250, portion: 'a bowl', clear: ['confidence'] }],
      add_items: [APPLE],
      remove_items: ['i2'],
      clear: ['notes'],
    };
    const corrected = expectSuccess(updateMeal, await patch(other.token, `/meals/${meal.id}`, correction));
    expect(corrected).toMatchObject({
      id: meal.id,
      version: 2,
      day: '2026-10-05',
      meal_type: 'dinner',
      description: LUNCH.description,
      notes: null,
      model: 'm',
      items: [
        { ...SOUP, id: 'i1', weight_g: 250, portion: 'a bowl' },
        { ...APPLE, id: 'i3' },
      ],
      totals: { kcal: 152, weight_g: 250, coverage: { weight_g: { known: 1, of: 2 } } },
      client_name: 'First',
      updated_by: { by: 'assistant', client_name: 'Other' },
      created_at: meal.created_at,
    });
    expect((await succeed(call('GET', '/meals', { token, query: { day: DAY } }))).meals).toEqual([]);
    // The id of an item that is gone is not given again.
    await succeed(patch(token, `/meals/${meal.id}`, { remove_items: ['i3'] }));
    const again = await succeed(patch(token, `/meals/${meal.id}`, { add_items: [BREAD] }));
    expect(again.items.map(({ id }: { id: string }) => id)).toEqual(['i1', 'i4']);
  });

  proves(['C10.unchanged', 'C1.null'], 'that says what is stored changes nothing', async () => {
    const { token } = await newConnection();
    const meal = await newLunch(token);
    const same = {
      meal_type: 'lunch',
      items: [{ id: 'i2', multiply: 1 }],
      add_items: null,
      remove_items: [],
    };
    expect(recordIn(await succeed(patch(token, `/meals/${meal.id}`, same)))).toEqual(meal);
    expect((await read(token, meal.id)).versions).toHaveLength(1);
  });

  proves(['C10.multiply', 'C1.rounding'], 'multiplies without rounding, and shows 2 decimals', async () => {
    const { token } = await newConnection();
    const meal = await newLunch(token);
    const third = await succeed(patch(token, `/meals/${meal.id}`, { multiply: 1 / 3 }));
    expect(third.items[0]).toMatchObject({
      kcal: 33.33,
      protein_g: 3.33,
      fat_g: 1.11,
      weight_g: 66.67,
      fiber_g: null,
    });
    expect(third.totals).toMatchObject({ kcal: 60, fat_g: 1.44, weight_g: 66.67 });
    const whole = await succeed(patch(token, `/meals/${meal.id}`, { multiply: 3 }));
    expect(whole.items[0]).toMatchObject({ kcal: 100, protein_g: 10, fat_g: 3.33, weight_g: 200 });
    expect(whole.totals.kcal).toBe(180);
    const one = await succeed(patch(token, `/meals/${meal.id}`, { items: [{ id: 'i2', multiply: 0.5 }] }));
    expect(one.items.map(({ kcal }: { kcal: number }) => kcal)).toEqual([100, 40]);
    // What is sent after that is shown as it was sent.
    await succeed(patch(token, `/meals/${meal.id}`, { multiply: 1 / 3 }));
    const sent = { id: 'i1', protein_g: 3.333 };
    const [soup] = (await succeed(patch(token, `/meals/${meal.id}`, { items: [sent] }))).items;
    expect(soup).toMatchObject({ kcal: 33.33, protein_g: 3.333 });
  });

  proves(
    ['C10.meal', 'C10.multiply', 'H28'],
    'that cannot be meant is refused and changes nothing',
    async () => {
      const { token } = await newConnection();
      const meal = await newLunch(token);
      const many = Array(49).fill(APPLE);
      const refusals: [correction: object, pointer: string][] = [
        [{}, ''],
        [{ items: [], clear: null }, ''],
        [{ items: [{ id: 'i1' }] }, '/items/0'],
        [{ items: [{ id: 'i9', kcal: 1 }] }, '/items/0/id'],
        [{ remove_items: ['i9'] }, '/remove_items/0'],
        [{ remove_items: ['i1', 'i1'] }, '/remove_items/1'],
        [{ items: [{ id: 'i1', kcal: 1 }], remove_items: ['i1'] }, '/remove_items/0'],
        [
          {
            items: [
              { id: 'i1', kcal: 1 },
              { id: 'i1', fat_g: 1 },
            ],
          },
          '/items/1/id',
        ],
        [{ remove_items: ['i1', 'i2'] }, '/remove_items'],
        [{ add_items: many }, '/add_items'],
        [{ add_items: Array(51).fill(APPLE) }, '/add_items'],
        [{ notes: 'x', clear: ['notes'] }, '/notes'],
        [{ items: [{ id: 'i1', weight_g: 3, clear: ['weight_g'] }] }, '/items/0/weight_g'],
        [{ clear: ['meal_type'] }, '/clear/0'],
        [{ items: [{ id: 'i1', clear: ['kcal'] }] }, '/items/0/clear/0'],
        [{ multiply: 2, items: [{ id: 'i1', kcal: 1 }] }, '/multiply'],
        [{ multiply: 2, add_items: [APPLE] }, '/multiply'],
        [{ items: [{ id: 'i1', multiply: 2, kcal: 1 }] }, '/items/0/multiply'],
        [{ multiply: 0 }, '/multiply'],
        [{ multiply: -1 }, '/multiply'],
        [{ multiply: 1e308 }, '/multiply'],
        [{ multiply: 100.1 }, '/multiply'],
        [{ items: [{ id: 'i1', weight_g: 20_001 }] }, '/items/0/weight_g'],
        [{ profile_id: meal.profile_id }, '/profile_id'],
        [{ eaten_at: '2026-10-04' }, '/eaten_at'],
      ];
      for (const [correction, pointer] of refusals) {
        const answer = await patch(token, `/meals/${meal.id}`, correction);
        expect([correction, answer.status]).toEqual([correction, 400]);
        expectProblem(answer, 400, 'validation_failed', pointer);
      }
      expect((await read(token, meal.id)).record).toEqual(meal);
    },
  );

  proves(['C10.multiply', 'H28'], 'cannot multiply beyond what an item can have', async () => {
    const { token } = await newConnection();
    const meal = await newLunch(token, { items: [{ ...SOUP, kcal: 15_000 }, BREAD] });
    expectProblem(
      await patch(token, `/meals/${meal.id}`, { multiply: 1.5 }),
      400,
      'validation_failed',
      '/multiply',
    );
    const one = { items: [{ id: 'i1', multiply: 1.5 }] };
    expectProblem(
      await patch(token, `/meals/${meal.id}`, one),
      400,
      'validation_failed',
      '/items/0/multiply',
    );
    expect((await read(token, meal.id)).record).toEqual(meal);
  });

  proves(['H28'], 'needs room in the day that it moves to, or for what it adds', async () => {
    const { token, account } = await newConnection();
    const [here, away] = [await newLunch(token), await newLunch(token, { eaten_at: `2026-10-05T12:00:00Z` })];
    await onDatabase((db) =>
      db.collection('meals').insertOne({
        _id: `meal_full_${account.id}` as never,
        ...{ account_id: account.id, profile_id: here.profile_id, day: DAY, size: LIMITS.dayBytes - 4096 },
        items: [],
      }),
    );
    // More than a process adds unchecked.
    const large = Array(24).fill({
      ...APPLE,
      description: '\u{1f600}'.repeat(500),
      name: '\u{1f600}'.repeat(200),
    });
    expectProblem(await patch(token, `/meals/${here.id}`, { add_items: large }), 400, 'validation_failed');
    await succeed(patch(token, `/meals/${away.id}`, { add_items: large }));
    expectProblem(
      await patch(token, `/meals/${away.id}`, { eaten_at: LUNCH.eaten_at }),
      400,
      'validation_failed',
    );
    // What takes no more room is done all the same.
    await succeed(patch(token, `/meals/${here.id}`, { remove_items: ['i2'] }));
  });
});

describe('a correction of a note', () => {
  proves(['C10.note'], 'changes what it names, and nothing else', async () => {
    const { token } = await newConnection();
    const links = [{ did: 'Ran', felt: 'Awake', quote: 'awake' }];
    const body = { text: 'Fine', recorded_at: `${DAY}T20:00:00+02:00`, links, language: 'en', model: 'm' };
    const note = await succeed(call('POST', '/wellbeing', { token, body }));
    const change = { text: 'Very well', recorded_at: '2026-10-03T20:00:00+02:00', clear: ['links', 'model'] };
    expect(await succeed(patch(token, `/wellbeing/${note.id}`, change))).toMatchObject({
      ...note,
      ...{ version: 2, day: '2026-10-03', text: 'Very well', links: [], model: null, language: 'en' },
      ...{ recorded_at: change.recorded_at, updated_by: { by: 'assistant' }, updated_at: expect.any(String) },
    });
    for (const [wrong, pointer] of [
      [{}, ''],
      [{ clear: ['text'] }, '/clear/0'],
      [{ links, clear: ['links'] }, '/links'],
      [{ profile_id: note.profile_id }, '/profile_id'],
    ] as const)
      expectProblem(await patch(token, `/wellbeing/${note.id}`, wrong), 400, 'validation_failed', pointer);
  });
});

describe("a correction of a day's activity or sleep", () => {
  proves(['C10.merge', 'C10.unchanged'], 'keeps what it does not name, and begins the record', async () => {
    const { token } = await newConnection({ clientName: 'Watch' });
    const path = `/days/${DAY}/activity`;
    const run = { type: 'Running', minutes: 30, kcal: null };
    const walk = { type: 'Walking', minutes: null, kcal: null };
    const begun = await succeed(
      patch(token, path, { steps: 100, workouts: [{ type: 'Running', minutes: 30 }] }),
    );
    expect(begun).toMatchObject({
      version: 1,
      updated_by: null,
      steps: 100,
      source_app: 'Watch',
      workouts: [run],
    });
    const more = await succeed(
      patch(token, path, { resting_hr: 52, add_workouts: [{ type: 'Walking' }], source_app: 'Ring' }),
    );
    expect(more).toMatchObject({
      id: begun.id,
      version: 2,
      steps: 100,
      resting_hr: 52,
      workouts: [run, walk],
    });
    expect(await succeed(patch(token, path, { steps: 100 }))).toEqual(more);
    const cleared = await succeed(patch(token, path, { clear: ['steps', 'source_app', 'workouts'] }));
    expect(cleared).toMatchObject({
      version: 3,
      steps: null,
      resting_hr: 52,
      source_app: 'Watch',
      workouts: [],
    });
    const night = await succeed(patch(token, `/days/${DAY}/sleep`, { score: 80, source_app: 'Ring' }));
    expect(
      await succeed(patch(token, `/days/${DAY}/sleep`, { hrv_ms: 40, clear: ['source_app'] })),
    ).toMatchObject({
      id: night.id,
      ...{ version: 2, score: 80, hrv_ms: 40, source_app: null },
    });
    const wrongs: [string, object, string][] = [
      ['activity', {}, ''],
      ['activity', { workouts: [walk], add_workouts: [walk] }, '/add_workouts'],
      ['activity', { add_workouts: Array(31).fill(walk) }, '/add_workouts'],
      ['activity', { steps: 1, clear: ['steps'] }, '/steps'],
      ['sleep', { score: 101 }, '/score'],
      ['sleep', { clear: ['day'] }, '/clear/0'],
    ];
    for (const [kind, body, pointer] of wrongs)
      expectProblem(await patch(token, `/days/${DAY}/${kind}`, body), 400, 'validation_failed', pointer);
    const full = Array(29).fill(walk);
    await succeed(patch(token, path, { workouts: full }));
    expectProblem(
      await patch(token, path, { add_workouts: [walk, walk] }),
      400,
      'validation_failed',
      '/add_workouts',
    );
  });
});
