import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { getReport, getReportOfRange, reportPeriod } from 'shared/contract/operations/reports.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { postAs, signIn } from '../person/steps.ts';
import { expectProblem, expectSuccess } from '../rest/answers.ts';
import { clockIn, item, zoneOfAnotherDay } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import type { Diary } from './diary.ts';
import { expectedReport } from './expected-report.ts';
import { diaryOf } from './made-up-diary.ts';

const PERIODS = reportPeriod.options;

const report = async (token: string, period: string, query: Record<string, string> = {}) =>
  expectSuccess(getReport, await call('GET', `/reports/${period}`, { token, query }));

/** Records a diary over REST. A connection may write 60 times a minute. */
const record = async (token: string, diary: Diary): Promise<void> => {
  const sent: (readonly [string, string, object])[] = [
    ...diary.meals.map(({ input }) => ['POST', '/meals', input] as const),
    ...diary.activity.map(({ day, input }) => ['PUT', `/days/${day}/activity`, input] as const),
    ...diary.sleep.map(({ day, input }) => ['PUT', `/days/${day}/sleep`, input] as const),
    ...diary.notes.map(({ input }) => ['POST', '/wellbeing', input] as const),
  ];
  for (const [method, path, body] of sent) {
    const { status, text } = await call(method, path, { token, body });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  }
};

/** The first and last day of a period, computed independently of the service. */
const boundsOf = (period: string, day: string): [string, string] => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  if (period === 'daily') return [day, day];
  if (period === 'monthly')
    return [`${day.slice(0, 8)}01`, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)];
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return [addDays(day, -sinceMonday), addDays(day, 6 - sinceMonday)];
};

proves(
  ['S2.report', 'C3.report_totals', 'C3.stated_averages', 'C3.provenance', 'C2.week'],
  "every figure is computed from the records around today, in the profile's zone",
  async () => {
    const timeZone = zoneOfAnotherDay();
    const now = clockIn(timeZone).slice(0, 10);
    const days = daysBetween(addDays(now, -33), addDays(now, 8));
    const diaries = diaryOf([...days, now, now, addDays(now, -1), addDays(now, 1)], 12);
    await fc.assert(
      fc.asyncProperty(diaries, async (diary) => {
        const { token } = await newConnection({ timeZone });
        // Whatever the diary says about the assistant, the token decides.
        const expectedDiary = mapClients(diary, 'Test assistant');
        await record(token, expectedDiary);
        for (const period of PERIODS) {
          const answer = await report(token, period);
          expect(answer).toMatchObject(expectedReport(expectedDiary, ...boundsOf(period, now)));
          expect(answer).toMatchObject({ period, time_zone: timeZone, targets: null });
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  },
);

proves(['C12.range', 'C12.in_bed', 'C3.report_days'], 'any range is reported, every day of it', async () => {
  const days = daysBetween('2023-12-20', '2024-12-20');
  await fc.assert(
    fc.asyncProperty(
      diaryOf(days, 14),
      fc.subarray(days, { minLength: 2, maxLength: 2 }),
      async (diary, ends) => {
        const [from = '', to = ''] = ends;
        const { token } = await newConnection();
        const expectedDiary = mapClients(diary, 'Test assistant');
        await record(token, expectedDiary);
        for (const range of [
          { from, to },
          { from: '2023-12-20', to: '2024-12-19' },
        ]) {
          const answer = expectSuccess(
            getReportOfRange,
            await call('GET', '/reports', { token, query: range }),
          );
          expect(answer).toMatchObject({
            ...expectedReport(expectedDiary, range.from, range.to),
            period: 'range',
          });
        }
      },
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

proves(['C12.range'], 'a range needs both ends, in order, and at most 366 days', async () => {
  const { token } = await newConnection();
  const refused = async (query: Record<string, string>, code: string, pointer?: string) =>
    expectProblem(await call('GET', '/reports', { token, query }), 400, code, pointer);
  await refused({}, 'validation_failed', 'query/from');
  await refused({ from: '2026-01-01' }, 'validation_failed', 'query/to');
  await refused({ to: '2026-01-01' }, 'validation_failed', 'query/from');
  await refused({ from: '2026-02-30', to: '2026-03-01' }, 'validation_failed', 'query/from');
  await refused({ from: '2026-01-02', to: '2026-01-01' }, 'invalid_range');
  await refused({ from: '2025-01-01', to: '2026-01-02' }, 'range_too_long');
  const longest = { from: '2025-01-01', to: '2026-01-01' };
  const { days } = expectSuccess(getReportOfRange, await call('GET', '/reports', { token, query: longest }));
  expect(days.map(({ day }: { day: string }) => day)).toEqual(daysBetween(longest.from, longest.to));
  const unknown = { ...longest, profile_id: 'prof_unknown' };
  expectProblem(await call('GET', '/reports', { token, query: unknown }), 404, 'not_found');
});

proves(['C12.in_bed'], 'time in bed comes from the clock times where no minutes are stated', async () => {
  const { token } = await newConnection();
  const nights = [
    { bedtime: '23:30', wake_time: '07:00' },
    { bedtime: '00:15', wake_time: '07:15', in_bed_minutes: 400 },
    { bedtime: '07:00', wake_time: '01:00' },
    // More than 18 hours, and a whole day.
    { bedtime: '07:00', wake_time: '01:01' },
    { bedtime: '22:00', wake_time: '22:00' },
    { bedtime: '22:00' },
  ];
  const days = daysBetween('2026-03-01', '2026-03-06');
  for (const [index, night] of nights.entries())
    await call('PUT', `/days/${days[index]}/sleep`, { token, body: night });
  const query = { from: '2026-03-01', to: '2026-03-06' };
  const { sleep_averages } = expectSuccess(getReportOfRange, await call('GET', '/reports', { token, query }));
  expect(sleep_averages).toMatchObject({ nights: 6, in_bed_from_clock: 2, in_bed_minutes: 643.33 });
});

const mapClients = (diary: Diary, client: string): Diary => ({
  meals: diary.meals.map((record) => ({ ...record, client })),
  activity: diary.activity.map((record) => ({ ...record, client })),
  sleep: diary.sleep.map((record) => ({ ...record, client })),
  notes: diary.notes.map((record) => ({ ...record, client })),
});

describe('a report', () => {
  proves(
    ['S4.periods', 'C3.report_days', 'C3.report_totals'],
    'of an empty diary has nulls and empty lists',
    async () => {
      const { token } = await newConnection();
      for (const period of PERIODS) {
        const [from, to] = boundsOf(period, today('UTC'));
        const answer = await report(token, period);
        expect(answer).toMatchObject({
          period,
          profile_name: 'My diary',
          from,
          to,
          days_with_meals: 0,
          meal_count: 0,
          totals: null,
          averages: null,
          top_foods: [],
          meal_breakdown: [],
          activity_averages: null,
          sleep_averages: null,
          provenance: [],
          targets: null,
        });
        expect(answer.days_total).toBe(answer.days.length);
        expect(answer.days).toEqual(
          daysBetween(from, to).map((day) => ({ day, kcal: null, steps: null, asleep_minutes: null })),
        );
        expect(Math.abs(Date.now() - Date.parse(answer.generated_at))).toBeLessThan(60_000);
      }
    },
  );

  proves(
    ['C3.report_totals', 'C3.meal_breakdown', 'C3.stated_averages'],
    'tells unknown values from zeros',
    async () => {
      const { token } = await newConnection();
      const nothing = { name: 'Water', kcal: 0, protein_g: 0, carbs_g: 0, fat_g: 0, sodium_mg: 0 };
      await call('POST', '/meals', { token, body: { meal_type: 'other', items: [nothing] } });
      await call('PUT', `/days/${today('UTC')}/activity`, { token, body: { steps: 0 } });
      await call('PUT', `/days/${today('UTC')}/sleep`, { token, body: {} });
      const answer = await report(token, 'daily');
      expect(answer.totals).toMatchObject({ kcal: 0, fiber_g: null, sodium_mg: 0 });
      expect(answer.averages).toEqual({
        kcal: 0,
        protein_g: 0,
        carbs_g: 0,
        fat_g: 0,
        fiber_g: null,
        sugar_g: null,
        sodium_mg: 0,
        weight_g: null,
        coverage: answer.totals?.coverage,
      });
      expect(answer.meal_breakdown).toMatchObject([{ meal_type: 'other', count: 1, kcal_share_pct: null }]);
      expect(answer.top_foods).toEqual([{ name: 'Water', count: 1, kcal: 0, weight_g: null }]);
      expect(answer.activity_averages).toMatchObject({ days: 1, steps: 0, distance_km: null });
      expect(answer.sleep_averages).toMatchObject({ nights: 1, score: null, bedtime: null, wake_time: null });
      expect(answer.days).toEqual([{ day: today('UTC'), kcal: 0, steps: 0, asleep_minutes: null }]);
    },
  );

  proves(
    ['C3.top_foods'],
    'groups the spellings of a food, shows the latest as sent, and lists 20',
    async () => {
      const { token } = await newConnection();
      const eat = (...names: string[]) =>
        call('POST', '/meals', {
          token,
          body: { meal_type: 'snack', items: names.map((name) => ({ ...item, name })) },
        });
      await eat('Борщ', ' борщ', 'БОРЩ  ', '<script>alert(1)</script>', '\u202eevil', 'rice');
      await eat('White rice', 'white  rice', 'RICE');
      // The same word, its accent once as a combining character and once precomposed.
      await eat('Pur\u00e9e', 'Pure\u0301e');
      await eat(...Array.from({ length: 30 }, (_, number) => `Food ${number}`));
      const { top_foods } = await report(token, 'daily');
      expect(top_foods).toHaveLength(20);
      expect(top_foods.slice(0, 4)).toEqual([
        { name: 'БОРЩ  ', count: 3, kcal: 156, weight_g: null },
        { name: 'Pure\u0301e', count: 2, kcal: 104, weight_g: null },
        { name: 'RICE', count: 2, kcal: 104, weight_g: null },
        { name: 'white  rice', count: 2, kcal: 104, weight_g: null },
      ]);
      const names = top_foods.map(({ name }: { name: string }) => name);
      expect(names).toContain('<script>alert(1)</script>');
    },
  );

  proves(['C3.top_foods'], 'groups foods that differ by case, whatever the script', async () => {
    const { token } = await newConnection();
    const names = [
      'So\u00dfe',
      'SOSSE',
      '\u03c1\u0390\u03b3\u03b1\u03bd\u03b7',
      '\u03a1\u03aa\u0301\u0393\u0391\u039d\u0397',
    ];
    const items = names.map((name) => ({ ...item, name }));
    await call('POST', '/meals', { token, body: { meal_type: 'snack', items } });
    const { top_foods } = await report(token, 'daily');
    expect(top_foods).toMatchObject([
      { name: names[1], count: 2 },
      { name: names[3], count: 2 },
    ]);
  });

  proves(['C2.week', 'S4.periods'], "is of the current day in the profile's time zone", async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Madrid']) {
      const { token, email } = await newConnection({ timeZone: 'UTC' });
      await postAs(await signIn(email), '/account/profiles', { action: 'save', time_zone: timeZone });
      await call('POST', '/meals', { token, body: { meal_type: 'lunch', items: [item] } });
      const before = clockIn(timeZone).slice(0, 10);
      const answers = [];
      for (const period of PERIODS) answers.push(await report(token, period));
      if (clockIn(timeZone).slice(0, 10) !== before) continue;
      for (const [index, { from, to, meal_count }] of answers.entries())
        expect([from, to, meal_count]).toEqual([...boundsOf(PERIODS[index] ?? '', before), 1]);
    }
  });

  proves(['S4.periods', 'C3.provenance'], 'of one profile contains nothing of another', async () => {
    const { token } = await newConnection();
    const { body: other } = await call('POST', '/profiles', {
      token,
      body: { name: '  <i>Other</i>\u202e ' },
    });
    await call('POST', '/meals', { token, body: { meal_type: 'lunch', items: [item] } });
    await call('POST', '/wellbeing', { token, body: { text: 'Fine' } });
    for (const kind of ['activity', 'sleep'])
      await call('PUT', `/days/${today('UTC')}/${kind}`, { token, body: {} });
    const soup = { meal_type: 'dinner', items: [{ ...item, name: 'Soup' }], profile_id: other.id };
    await call('POST', '/meals', { token, body: soup });
    expect(await report(token, 'weekly')).toMatchObject({
      profile_name: 'My diary',
      meal_count: 1,
      top_foods: [{ name: item.name }],
      meal_breakdown: [{ meal_type: 'lunch' }],
      provenance: [{ records: 4 }],
    });
    expect(await report(token, 'weekly', { profile_id: other.id })).toMatchObject({
      profile_id: other.id,
      profile_name: '  <i>Other</i>\u202e ',
      meal_count: 1,
      top_foods: [{ name: 'Soup' }],
      meal_breakdown: [{ meal_type: 'dinner' }],
      activity_averages: null,
      sleep_averages: null,
      provenance: [{ records: 1 }],
    });
  });

  proves(['C3.provenance'], 'takes a model with a blank name for none', async () => {
    const { token } = await newConnection();
    for (const model of ['', ' \t', undefined, 'model-a'])
      await call('POST', '/meals', { token, body: { meal_type: 'lunch', items: [item], model } });
    expect((await report(token, 'daily')).provenance).toMatchObject([
      { model: null, records: 3 },
      { model: 'model-a', records: 1 },
    ]);
  });

  proves(['S4.periods', 'H20'], 'of an unknown period or profile is refused', async () => {
    const [caller, other] = await Promise.all([newConnection(), newConnection()]);
    const { token } = caller;
    for (const period of ['yearly', 'Daily', 'day', '$ne', '%20', '2026-10-04'])
      expectProblem(
        await call('GET', `/reports/${period}`, { token }),
        400,
        'validation_failed',
        'path/period',
      );
    const { profiles } = (await call('GET', '/profiles', { token: other.token })).body;
    for (const profile_id of [profiles[0].id, other.account.id, 'prof_unknown', '*'])
      expectProblem(await call('GET', '/reports/daily', { token, query: { profile_id } }), 404, 'not_found');
    for (const trick of ['profile_id[$ne]=', 'profile_id=a&profile_id=b', 'profile_id=', 'day=2026-10-04'])
      expectProblem(await call('GET', `/reports/daily?${trick}`, { token }), 400, 'validation_failed');
  });
});
