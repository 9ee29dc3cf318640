import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import type { ReportPeriod } from 'shared/contract/operations/reports.ts';
import { addDays, daysBetween } from 'shared/records/calendar.ts';
import { averageClockTime } from 'shared/records/clock.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { periodAround } from '../../services/reports/src/report/range.ts';
import { presentReport } from '../../services/reports/src/report/report.ts';
import { createReportStore } from '../../services/reports/src/report/report-store.ts';
import { proves } from '../support/proves.ts';
import { db } from './database.ts';
import { type Diary, newProfile, storeDiary } from './diary.ts';
import { expectedReport, nearestClockTime } from './expected-report.ts';
import { diaryOf } from './made-up-diary.ts';

const reportOf = async (profile: StoredProfile, period: ReportPeriod, day: string) => {
  const range = periodAround(period, day);
  return presentReport(profile, period, range, await createReportStore(db).read(profile, range));
};

/** Days around the ends of months and years, in leap years and others, and at clock changes. */
const anchor = fc.oneof(
  fc.constantFrom(
    '2024-02-29',
    '2025-02-28',
    '2026-03-29',
    '2026-10-25',
    '2026-11-30',
    '2026-12-31',
    '2027-01-01',
  ),
  fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days)),
);

proves(
  ['C3.report_totals', 'C3.top_foods', 'C3.meal_breakdown', 'C3.stated_averages', 'C3.clock_average'],
  'every figure of any period is computed from its days, and from no others',
  async () => {
    const diaries = anchor.chain((day) =>
      fc.record({
        day: fc.constant(day),
        diary: diaryOf(daysBetween(addDays(day, -32), addDays(day, 32)), 40),
      }),
    );
    await fc.assert(
      fc.asyncProperty(diaries, async ({ day, diary }) => {
        const profile = newProfile();
        await storeDiary(db, profile, diary);
        for (const period of ['daily', 'weekly', 'monthly'] as const) {
          const { from, to } = periodAround(period, day);
          expect(await reportOf(profile, period, day)).toMatchObject(expectedReport(diary, from, to));
        }
      }),
      { numRuns: 40 },
    );
  },
);

/** Values whose sums end in half a hundredth: added up as floats, 12,399 of them would be rounded wrongly. */
const item = { name: 'Rice', kcal: 0.245, protein_g: 0.1, carbs_g: 0.705, fat_g: 0.7, weight_g: 1.115 };

proves(
  ['S8.report_volume', 'C3.report_totals'],
  'the sums of 31 days, 8 meals each, 50 items each, are exact to the last digit',
  async () => {
    const types = ['breakfast', 'lunch', 'dinner', 'snack', 'other'] as const;
    const mealsOf = (day: string): Diary['meals'] =>
      Array.from({ length: 8 }, (_, meal) => ({
        day,
        client: 'c',
        input: {
          meal_type: types[meal % types.length] ?? 'other',
          eaten_at: `${day}T${String(meal * 3).padStart(2, '0')}:00:00+02:00`,
          items: Array.from({ length: 50 }, () => item),
        },
      }));
    const meals = daysBetween('2026-10-01', '2026-10-31').flatMap(mealsOf);
    meals[0]?.input.items.splice(0, 1, { ...item, name: 'Salt' });
    const diary = { meals, activity: [], sleep: [], notes: [] };
    const profile = newProfile();
    await storeDiary(db, profile, diary);
    const report = await reportOf(profile, 'monthly', '2026-10-15');
    expect(report).toMatchObject(expectedReport(diary, '2026-10-01', '2026-10-31'));
    expect(report).toMatchObject({
      meal_count: 248,
      totals: { kcal: 3038, weight_g: 13_826, coverage: { weight_g: { known: 12_400, of: 12_400 } } },
      averages: { kcal: 98, protein_g: 40, carbs_g: 282 },
      top_foods: [
        { name: 'Rice', count: 12_399, kcal: 3037.76, weight_g: 13_824.89 },
        { name: 'Salt', count: 1, kcal: 0.25, weight_g: 1.12 },
      ],
    });
  },
);

proves(
  ['S8.report_volume', 'C3.top_foods'],
  'of more names than any diary has, the most frequent are kept',
  async () => {
    const mealOf = (names: string[]): Diary['meals'][number] => ({
      day: '2026-10-15',
      client: 'c',
      input: {
        meal_type: 'snack',
        eaten_at: '2026-10-15T12:00:00+00:00',
        items: names.map((name) => ({ ...item, name })),
      },
    });
    const others = Array.from({ length: 500 }, (_, meal) =>
      mealOf(Array.from({ length: 50 }, (_, place) => `Food ${meal} ${place}`)),
    );
    const rice = mealOf(['rice', 'rice', 'Rice', 'Rice']);
    const meals = [...others, rice, ...others.slice(0, 1)];
    const profile = newProfile();
    await storeDiary(db, profile, { meals });
    const range = periodAround('daily', '2026-10-15');
    const findings = await createReportStore(db).read(profile, range);
    expect(findings.spellings.length).toBeLessThanOrEqual(20_000);
    const report = presentReport(profile, 'daily', range, findings);
    expect(report).toMatchObject({ meal_count: 502, totals: { kcal: 6138.23 } });
    expect(report.top_foods).toHaveLength(20);
    expect(report.top_foods[0]).toEqual({ name: 'Rice', count: 4, kcal: 0.98, weight_g: 4.46 });
    expect(report.top_foods.slice(1)).toEqual(
      report.top_foods.slice(1).map((food) => ({ ...food, count: 2 })),
    );
  },
);

proves(
  ['S8.report_volume', 'C3.provenance'],
  'of more models than any diary has, the most frequent are kept',
  async () => {
    const mealOf = (model: string): Diary['meals'][number] => ({
      day: '2026-10-15',
      client: 'c',
      input: { meal_type: 'snack', eaten_at: '2026-10-15T12:00:00+00:00', items: [item], model },
    });
    const others = Array.from({ length: 1200 }, (_, index) => mealOf(`Model ${index}`));
    const profile = newProfile();
    const meals = [...others, ...others.slice(-400)];
    await storeDiary(db, profile, { meals });
    const report = await reportOf(profile, 'daily', '2026-10-15');
    expect(report.meal_count).toBe(1600);
    expect(report.provenance.map(({ records }) => records)).toEqual([
      ...Array(400).fill(2),
      ...Array(600).fill(1),
    ]);
  },
);

describe('a period', () => {
  proves(['C2.week'], 'is Monday to Sunday, or the calendar month, of any day', () => {
    fc.assert(
      fc.property(anchor, (day) => {
        const week = periodAround('weekly', day);
        expect(new Date(week.from).getUTCDay()).toBe(1);
        expect(daysBetween(week.from, week.to)).toHaveLength(7);
        expect(daysBetween(week.from, week.to)).toContain(day);
        const month = periodAround('monthly', day);
        expect(month.from).toBe(`${day.slice(0, 7)}-01`);
        expect(addDays(month.to, 1).slice(8)).toBe('01');
        expect(daysBetween(month.from, month.to)).toContain(day);
        expect(periodAround('daily', day)).toEqual({ from: day, to: day });
      }),
    );
  });

  proves(['C2.week', 'H23'], 'contains the meals eaten on its days, even when clocks change', async () => {
    const profile = newProfile({ time_zone: 'Europe/Madrid' });
    const eatenAt = [
      '2026-10-18T23:59:59+02:00',
      '2026-10-19T00:00:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
      '2026-10-26T00:00:00+14:00',
    ];
    const meals = eatenAt.map((eaten_at) => ({
      day: '',
      client: 'c',
      input: { meal_type: 'snack' as const, eaten_at, items: [item] },
    }));
    await storeDiary(db, profile, { meals });
    const week = await reportOf(profile, 'weekly', '2026-10-25');
    expect(week).toMatchObject({ from: '2026-10-19', to: '2026-10-25', days_total: 7, meal_count: 4 });
    expect(week.days.filter(({ kcal }) => kcal !== null)).toEqual([
      { day: '2026-10-19', kcal: 0.25, steps: null, asleep_minutes: null },
      { day: '2026-10-25', kcal: 0.74, steps: null, asleep_minutes: null },
    ]);
    expect(await reportOf(profile, 'monthly', '2026-10-31')).toMatchObject({
      meal_count: 7,
      days_total: 31,
    });
  });
});

describe('the average of clock times', () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map(
      (minute) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    );

  proves(['C3.clock_average'], 'is the minute nearest to all of them on the clock face', () => {
    const cases = {
      '00:00': ['23:50', '00:10'],
      '00:01': ['23:50', '00:11'],
      '23:30': ['22:30', '00:30'],
      '12:00': ['06:00', '18:00', '12:00'],
      '07:15': ['07:15'],
    };
    for (const [average, times] of Object.entries(cases)) expect(averageClockTime(times)).toBe(average);
    for (const times of [[], ['06:00', '18:00'], ['00:00', '08:00', '16:00']])
      expect(averageClockTime(times)).toBeNull();
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 31 }), (times) => {
        expect(averageClockTime(times)).toBe(nearestClockTime(times));
      }),
    );
  });
});

proves(['C3.corrected'], 'a report says how many of its records the person corrected', async () => {
  const profile = newProfile();
  const day = '2026-10-15';
  const meal = { meal_type: 'snack' as const, eaten_at: `${day}T12:00:00+00:00`, items: [item] };
  await storeDiary(db, profile, {
    meals: [1, 2, 3].map(() => ({ day, client: 'c', input: meal })),
    activity: [{ day, client: 'c', input: {} }],
    sleep: [{ day, client: 'c', input: {} }],
    notes: [{ day, client: 'c', input: { text: 'Fine', recorded_at: `${day}T12:00:00+00:00` } }],
  });
  const ofProfile = { account_id: profile.account_id };
  const correct = (kind: string, by: string) =>
    db
      .collection(kind)
      .updateOne({ ...ofProfile, updated_by: null }, { $set: { updated_by: { by, client_name: null } } });
  expect((await reportOf(profile, 'daily', day)).corrected_by_person).toBe(0);
  await correct('meals', 'assistant');
  await correct('meals', 'person');
  for (const kind of ['activity', 'sleep', 'wellbeing']) await correct(kind, 'person');
  // What diary would do with each of these changes.
  await db.collection('month_sums').deleteMany(ofProfile);
  expect((await reportOf(profile, 'daily', day)).corrected_by_person).toBe(4);
});
