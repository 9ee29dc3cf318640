import { describe, expect } from '@jest/globals';
import { type DaySummary, getDay, listDays } from 'shared/contract/operations/days.ts';
import { postAs, signIn } from '../person/steps.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectSuccess, recordIn } from './answers.ts';
import { clockIn, item, meal, zoneOfAnotherDay } from './samples.ts';

const read = async (token: string, day: string) =>
  expectSuccess(getDay, await call('GET', `/days/${day}`, { token }));
const range = (token: string, query: Record<string, string>) => call('GET', '/days', { token, query });
const daysOf = async (token: string, query: Record<string, string>): Promise<string[]> => {
  const { from, to, days } = expectSuccess(listDays, await range(token, query));
  const listed = days.map((one: DaySummary) => one.day);
  expect([from, to]).toEqual([listed.at(0), listed.at(-1)]);
  return listed;
};

/** The day `count` days later, by the arithmetic of JavaScript's dates. */
const plus = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
const consecutive = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => plus(from, index));

describe('a day', () => {
  proves(['C3.day', 'C1.no_store'], 'shows everything that was recorded for it', async () => {
    const { token } = await newConnection({ timeZone: 'Europe/Madrid' });
    const post = async (path: string, body: object) =>
      recordIn((await call('POST', path, { token, body })).body);
    const put = async (path: string, body: object) =>
      recordIn((await call('PUT', path, { token, body })).body);
    const lunch = await post('/meals', { ...meal, eaten_at: '2026-10-04T14:00:00+02:00' });
    const breakfast = await post('/meals', {
      ...meal,
      eaten_at: '2026-10-04T08:00:00+02:00',
      items: [item, { ...item, fiber_g: 2.4 }],
    });
    await post('/meals', { ...meal, eaten_at: '2026-10-05T00:00:00+02:00' });
    const note = await post('/wellbeing', { text: 'Fine', recorded_at: '2026-10-04T20:00:00+02:00' });
    const activity = await put('/days/2026-10-04/activity', { steps: 8400 });
    const sleep = await put('/days/2026-10-04/sleep', { score: 84 });

    const unknown = { known: 0, of: 3 };
    expect(await read(token, '2026-10-04')).toEqual({
      day: '2026-10-04',
      profile_id: lunch.profile_id,
      time_zone: 'Europe/Madrid',
      meals: [breakfast, lunch],
      totals: {
        kcal: 156,
        protein_g: 0.9,
        carbs_g: 42,
        fat_g: 0.6,
        fiber_g: 2.4,
        sugar_g: null,
        sodium_mg: null,
        weight_g: null,
        coverage: { fiber_g: { known: 1, of: 3 }, sugar_g: unknown, sodium_mg: unknown, weight_g: unknown },
      },
      activity,
      sleep,
      wellbeing: [note],
      targets: null,
    });
  });

  proves(['C3.day', 'C1.rounding'], 'without records has nulls and empty lists', async () => {
    const { token } = await newConnection();
    const empty = { meals: [], totals: null, activity: null, sleep: null, wellbeing: [], targets: null };
    for (const day of ['2026-10-04', '2024-02-29', '0001-01-01', '9999-12-31'])
      expect(await read(token, day)).toMatchObject({ day, ...empty });
  });

  proves(['S7.status', 'C1.named'], 'must be a date of the calendar', async () => {
    const { token } = await newConnection();
    for (const day of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-01',
      '2026-10-32',
      '0000-01-01',
      'today',
      '2026-1-4',
      '20261004',
      '2026-10-04T00:00',
    ])
      expectProblem(await call('GET', `/days/${day}`, { token }), 400, 'validation_failed', 'path/day');
    for (const kind of ['activity', 'sleep'])
      expectProblem(
        await call('PUT', `/days/2026-02-29/${kind}`, { token, body: {} }),
        400,
        'validation_failed',
        'path/day',
      );
    expectProblem(
      await call('GET', '/meals', { token, query: { day: '2026-02-29' } }),
      400,
      'validation_failed',
      'query/day',
    );
  });
});

describe('a range of days', () => {
  proves(['C2.range', 'C1.no_store'], 'lists every day in order, even without records', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const log = (eaten_at: string, kcal: number) =>
      call('POST', '/meals', { token, body: { ...meal, eaten_at, items: [{ ...item, kcal }] } });
    await log('2024-02-28T23:59:59Z', 1);
    await log('2024-02-29T00:00:00Z', 0.333);
    await log('2024-02-29T12:00:00Z', 0.333);
    await log('2024-02-29T23:59:59Z', 0.333);
    await log('2024-03-02T00:00:00Z', 8);
    const put = async (path: string, body: object) =>
      recordIn((await call('PUT', path, { token, body })).body);
    const activity = await put('/days/2024-03-01/activity', { steps: 1 });
    const sleep = await put('/days/2024-02-29/sleep', { score: 2 });
    const { profile_id, days } = expectSuccess(
      listDays,
      await range(token, { from: '2024-02-29', to: '2024-03-01' }),
    );
    expect(days).toMatchObject([
      { day: '2024-02-29', meal_count: 3, totals: { kcal: 1 }, activity: null, sleep },
      { day: '2024-03-01', meal_count: 0, totals: null, activity, sleep: null },
    ]);
    expect(profile_id).toBe(activity.profile_id);
    const byDay = await Promise.all(days.map((one: DaySummary) => read(token, one.day)));
    expect(days.map((one: DaySummary) => one.totals)).toEqual(byDay.map((one) => one.totals));
  });

  proves(['H23', 'C2.range'], 'adds up all meals of a day, however many', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const eaten = {
      ...meal,
      eaten_at: '2026-10-04T12:00:00Z',
      items: [{ ...item, kcal: 0.1, fiber_g: 0.3 }],
    };
    const { id } = (await call('POST', '/meals', { token, body: eaten })).body;
    await onDatabase(async (db) => {
      const meals = db.collection<{ _id: string }>('meals');
      const stored = await meals.findOne({ _id: id });
      await meals.insertMany(
        Array.from({ length: 2100 }, (_, index) => ({ ...stored, _id: `${id}-${index}` })),
      );
    });
    const { days } = expectSuccess(listDays, await range(token, { from: '2026-10-03', to: '2026-10-04' }));
    const coverage = { fiber_g: { known: 2101, of: 2101 } };
    expect(days).toMatchObject([
      { meal_count: 0, totals: null },
      { meal_count: 2101, totals: { kcal: 210.1, fiber_g: 630.3, coverage } },
    ]);
  });

  proves(['C2.range', 'S1.default_profile'], 'of one profile contains nothing of another', async () => {
    const { token } = await newConnection();
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Other' } })).body;
    const eaten = { ...meal, eaten_at: '2026-10-04T12:00:00+00:00' };
    await call('POST', '/meals', { token, body: { ...eaten, profile_id } });
    for (const kind of ['activity', 'sleep'])
      await call('PUT', `/days/2026-10-04/${kind}`, { token, query: { profile_id }, body: {} });
    const day = { from: '2026-10-04', to: '2026-10-04' };
    expect((await range(token, day)).body.days).toEqual([
      { day: '2026-10-04', meal_count: 0, totals: null, activity: null, sleep: null },
    ]);
    expect((await range(token, { ...day, profile_id })).body.days).toMatchObject([
      { meal_count: 1, activity: { profile_id }, sleep: { profile_id } },
    ]);
  });

  proves(['C2.range', 'C2.today'], "defaults to the last 7 days, in the profile's time zone", async () => {
    const time_zone = zoneOfAnotherDay();
    const { token, email } = await newConnection({ timeZone: 'UTC' });
    await postAs(await signIn(email), '/account/profiles', { action: 'save', time_zone });
    const today = clockIn(time_zone).slice(0, 10);
    expect(await daysOf(token, {})).toEqual(consecutive(plus(today, -6), 7));
    expect(await daysOf(token, { from: plus(today, -2) })).toEqual(consecutive(plus(today, -2), 3));
    expect(await daysOf(token, { from: today })).toEqual([today]);
    expect(await daysOf(token, { to: '2024-03-01' })).toEqual(consecutive('2024-02-24', 7));
    expect(await daysOf(token, { to: '0001-01-03' })).toEqual(['0001-01-01', '0001-01-02', '0001-01-03']);
    expectProblem(await range(token, { from: plus(today, 1) }), 400, 'invalid_range');
  });

  proves(['C2.range', 'S8.range', 'S7.status'], 'is refused if reversed or longer than 93 days', async () => {
    const { token } = await newConnection();
    expect(await daysOf(token, { from: '2026-10-04', to: '2026-10-04' })).toEqual(['2026-10-04']);
    expect(await daysOf(token, { from: '2025-12-01', to: '2026-03-03' })).toEqual(
      consecutive('2025-12-01', 93),
    );
    expect(await daysOf(token, { from: '9999-10-01', to: '9999-12-31' })).toHaveLength(92);
    expectProblem(await range(token, { from: '2025-12-01', to: '2026-03-04' }), 400, 'range_too_long');
    expectProblem(await range(token, { from: '0001-01-01', to: '9999-12-31' }), 400, 'range_too_long');
    expectProblem(await range(token, { from: '0001-01-01' }), 400, 'range_too_long');
    expectProblem(await range(token, { from: '2026-10-05', to: '2026-10-04' }), 400, 'invalid_range');
    expectProblem(await range(token, { from: '9999-12-31', to: '0001-01-01' }), 400, 'invalid_range');
    for (const name of ['from', 'to'])
      for (const value of ['', 'yesterday', '2026-02-29', '2026-10', '2026-10-04T00:00:00Z', '2026-10-04 '])
        expectProblem(await range(token, { [name]: value }), 400, 'validation_failed', `query/${name}`);
  });
});
