import { describe, expect } from '@jest/globals';
import type { ReportPeriod } from 'shared/contract/operations/reports.ts';
import { html } from 'shared/pages/figures/html.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { createReportStore } from '../../services/reports/src/report/report-store.ts';
import { createListedRecordsStore } from '../../services/reports/src/report-data/listed-records-store.ts';
import { createReportPageReader } from '../../services/reports/src/report-data/report-page-data.ts';
import { clockIn, zoneOfAnotherDay } from '../rest/samples.ts';
import { proves } from '../support/proves.ts';
import { db } from './database.ts';
import { type Diary, newProfile, storeDiary } from './diary.ts';
import { expectedReport } from './expected-report.ts';

const item = { name: 'Rice', kcal: 100.005, protein_g: 1, carbs_g: 20, fat_g: 0.5 };
const mealOf = (day: string, time = '12:00', items = 1): Diary['meals'][number] => ({
  day,
  client: 'Kitchen assistant',
  input: {
    meal_type: 'lunch',
    eaten_at: `${day}T${time}:00+02:00`,
    description: `Lunch at ${time}`,
    items: Array.from({ length: items }, () => item),
    model: 'model-a',
    confidence: 0.7,
  },
});
const noteOf = (day: string, text: string): Diary['notes'][number] => ({
  day,
  client: 'Kitchen assistant',
  input: {
    text,
    recorded_at: `${day}T21:00:00+02:00`,
    links: [{ did: 'Ran', felt: 'Awake', quote: 'ran and felt awake' }],
    model: 'model-b',
  },
});

const read = (
  profile: ReturnType<typeof newProfile>,
  options: { period?: ReportPeriod; day?: string; isShared?: boolean } = {},
) =>
  createReportPageReader(
    createReportStore(db),
    createListedRecordsStore(db),
  )({
    profile,
    profiles: [profile],
    period: 'weekly',
    isShared: true,
    ...options,
  });

proves(['C8.shared_report'], 'a page has the records of each day, in order, without assistants', async () => {
  const profile = newProfile({ name: 'Ana', time_zone: 'Europe/Madrid' });
  const day = '2026-10-07';
  await storeDiary(db, profile, {
    meals: [mealOf(day, '20:00'), mealOf(day, '08:00', 2), mealOf('2026-10-12')],
    activity: [
      { day, client: 'Kitchen assistant', input: { steps: 5000 } },
      { day: '2026-10-08', client: 'Kitchen assistant', input: { source_app: 'Watch' } },
    ],
    sleep: [{ day, client: 'Kitchen assistant', input: { asleep_minutes: 420 } }],
    notes: [noteOf(day, 'Fine'), noteOf('2026-10-04', 'Earlier')],
  });
  const shared = await read(profile, { day });
  expect(shared.days.map((pageDay) => pageDay.day)).toEqual(daysBetween('2026-10-05', '2026-10-11'));
  const [, , recorded, next] = shared.days;
  expect(recorded).toMatchObject({
    meal_count: 2,
    totals: { kcal: 300.02 },
    meals: [
      { clock_time: '08:00', totals: { kcal: 200.01 }, items: [item, item], client_name: null },
      { description: 'Lunch at 20:00', totals: { kcal: 100.01 }, model: 'model-a', confidence: 0.7 },
    ],
    activity: { steps: 5000, source_app: null, client_name: null },
    sleep: { asleep_minutes: 420, source_app: null, client_name: null },
    wellbeing: [{ text: 'Fine', links: [{ did: 'Ran' }], model: 'model-b', client_name: null }],
  });
  expect(next).toMatchObject({
    meal_count: 0,
    totals: null,
    meals: [],
    activity: { steps: null, source_app: 'Watch' },
    sleep: null,
    wellbeing: [],
  });
  expect(shared.report).toMatchObject({ profile_name: 'Ana', from: '2026-10-05', meal_count: 2 });
  expect(shared.report.provenance).toEqual([
    { model: null, client_name: null, records: 3 },
    { model: 'model-a', client_name: null, records: 2 },
    { model: 'model-b', client_name: null, records: 1 },
  ]);
  expect(JSON.stringify(shared)).not.toMatch(
    /Kitchen assistant|record_path|acc_|prof_|meal_0|act_|slp_|note_0/,
  );

  const own = await read(profile, { day, isShared: false });
  expect(own.days[2]).toMatchObject({
    meals: [{ client_name: 'Kitchen assistant' }, {}],
    activity: { source_app: 'Kitchen assistant', client_name: 'Kitchen assistant' },
  });
  expect(own.report.provenance[0]).toEqual({ model: null, client_name: 'Kitchen assistant', records: 3 });
  expect(JSON.stringify(own)).not.toMatch(/acc_|prof_/);
});

proves(['C8.report_records'], 'a page has no text that draws nothing', async () => {
  const day = '2026-10-07';
  for (const blank of ['   ', '\n\t', '\u200b\u2060']) {
    const { input, ...meal } = mealOf(day);
    const blankItem = { ...item, portion: blank, description: blank };
    const { input: note, ...told } = noteOf(day, 'Fine');
    const statements = [{ kind: 'other' as const, text: 'Ran', when: blank }];
    const profile = newProfile();
    await storeDiary(db, profile, {
      meals: [
        { ...meal, input: { ...input, description: blank, notes: blank, model: blank, items: [blankItem] } },
      ],
      activity: [{ day, client: meal.client, input: { source_app: blank } }],
      sleep: [{ day, client: meal.client, input: { source_app: blank } }],
      notes: [{ ...told, input: { ...note, model: blank, statements } }],
    });
    for (const isShared of [true, false]) {
      const { days, report } = await read(profile, { day, isShared });
      expect(report.provenance).toMatchObject([{ model: null, records: 4 }]);
      expect(days[2]).toMatchObject({
        meals: [
          { description: null, notes: null, model: null, items: [{ portion: null, description: null }] },
        ],
        activity: { source_app: null },
        sleep: { source_app: null },
        wellbeing: [{ model: null, statements: [{ when: null }] }],
      });
    }
  }
});

proves(['C2.today', 'C8.report'], 'a page begins with today in the time zone of the profile', async () => {
  const time_zone = zoneOfAnotherDay();
  const day = clockIn(time_zone).slice(0, 10);
  const page = await read(newProfile({ time_zone }), { period: 'daily' });
  expect([page.today, page.shown.day, page.report.from, page.next]).toEqual([day, day, day, null]);
});

describe('a page links through time', () => {
  const steps = async (period: ReportPeriod, day?: string) => {
    const profile = newProfile();
    const page = await read(profile, { period, ...(day && { day }) });
    return [page.report.from, page.report.to, page.previous, page.next, page.shown.day];
  };

  proves(['C8.steps_in_time', 'C2.week'], 'from any day to the periods before and after', async () => {
    expect(await steps('daily', '2026-03-01')).toEqual([
      '2026-03-01',
      '2026-03-01',
      '2026-02-28',
      '2026-03-02',
      '2026-03-01',
    ]);
    expect(await steps('weekly', '2026-01-01')).toEqual([
      '2025-12-29',
      '2026-01-04',
      '2025-12-28',
      '2026-01-05',
      '2026-01-01',
    ]);
    expect(await steps('monthly', '2024-02-29')).toEqual([
      '2024-02-01',
      '2024-02-29',
      '2024-01-31',
      '2024-03-01',
      '2024-02-29',
    ]);
  });

  proves(['C8.steps_in_time'], 'not beyond today, nor before the start of the calendar', async () => {
    const now = today('UTC');
    for (const period of ['daily', 'weekly', 'monthly'] as const) {
      for (const day of [undefined, now, addDays(now, 1), '9999-12-31'])
        expect((await steps(period, day)).slice(3)).toEqual([null, now]);
      expect((await steps(period, addDays(now, -40)))[3]).not.toBeNull();
      expect((await steps(period, '0001-01-01')).slice(0, 3)).toEqual([
        '0001-01-01',
        expect.stringMatching(/^0001-01-/),
        null,
      ]);
    }
  });
});

describe('a page has a limited size', () => {
  proves(['S8.report_volume'], 'that fits 31 days of 8 meals with 50 items each', async () => {
    const profile = newProfile();
    const days = daysBetween('2026-10-01', '2026-10-31');
    const times = Array.from({ length: 8 }, (_, meal) => `${String(meal * 3).padStart(2, '0')}:15`);
    const diary: Diary = {
      meals: days.flatMap((day) => times.map((time) => mealOf(day, time, 50))),
      activity: [],
      sleep: [],
      notes: days.map((day) => noteOf(day, 'Fine')),
    };
    await storeDiary(db, profile, diary);
    const page = await read(profile, { period: 'monthly', day: '2026-10-10' });
    expect(page.left_out).toEqual({ meals: 0, notes: 0 });
    const { provenance, ...figures } = expectedReport(diary, '2026-10-01', '2026-10-31');
    expect(page.report).toMatchObject(figures);
    for (const day of page.days) {
      expect(day.meals.map(({ items }) => items.length)).toEqual(times.map(() => 50));
      expect(day.wellbeing).toHaveLength(1);
    }
  });

  proves(['S8.report_volume'], 'and says how much it leaves out beyond that', async () => {
    const profile = newProfile();
    const days = daysBetween('2026-10-01', '2026-10-31');
    const notes = days.flatMap((day) => Array.from({ length: 70 }, () => noteOf(day, 'ж'.repeat(5000))));
    await storeDiary(db, profile, { notes });
    const page = await read(profile, { period: 'monthly', day: '2026-10-10' });
    const shown = page.days.map(({ wellbeing }) => wellbeing.length);
    const count = shown.reduce((sum, one) => sum + one, 0);
    expect(count).toBeGreaterThan(150);
    expect(page.left_out).toEqual({ meals: 0, notes: notes.length - count });
    expect(page.left_out.notes).toBeGreaterThan(0);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    expect(page.days.map(({ note_count }) => note_count)).toEqual(days.map(() => 70));
    expect(JSON.stringify(page).length * 2).toBeLessThan(5 * 1024 * 1024);
  });

  proves(['S8.report_volume'], 'also where what it shows is much longer on a page than stored', async () => {
    for (const sign of ['"', '&', '<']) {
      const profile = newProfile();
      const notes = Array.from({ length: 200 }, () => noteOf('2026-10-05', sign.repeat(5000)));
      await storeDiary(db, profile, { notes });
      const page = await read(profile, { period: 'daily', day: '2026-10-05' });
      const shown = page.days.flatMap(({ wellbeing }) => wellbeing.map(({ text }) => html`${text}`.markup));
      expect(shown.length).toBeGreaterThan(50);
      expect(shown.join('').length).toBeLessThan(2 * 1024 * 1024);
    }
  });
});
