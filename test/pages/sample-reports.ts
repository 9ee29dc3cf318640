import type { Language } from 'shared/contract/fields.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { call } from '../support/client.ts';
import { fullDiary, type SharedReport, shareDiary } from './shared-report.ts';

export const PERIODS = ['daily', 'weekly', 'monthly'] as const;
/** A Wednesday in a week with records and gaps. */
const DAY = '2026-10-07';

const targets = {
  kcal: 500,
  protein_g: 900,
  carbs_g: 210,
  fiber_g: 30,
  steps: 100,
  exercise_minutes: 300,
  sleep_minutes: 450,
};

/** The report of ten days with records of every kind, with targets of which some are reached and some not. */
export const shareFullReport = async (): Promise<SharedReport> => {
  const days = daysBetween('2026-10-01', '2026-10-12').filter((_, index) => index % 5 !== 2);
  const report = await shareDiary(fullDiary(days), { targets });
  await call('POST', '/profiles', { token: report.token, body: { name: 'Marathon' } });
  return report;
};

/** Harmful as markup, changes the reading direction, and has no break. */
export const HOSTILE = `</bdi></td><script>alert(1)</script><img src=//evil.example/x onerror=alert(1)> \u202e חלום ${'W'.repeat(60)}`;

/** A diary in which every text is hostile. */
const hostileDiary = () => {
  const { meals, activity, sleep, notes } = fullDiary([DAY]);
  const text = HOSTILE.slice(0, 80);
  return {
    meals: meals.map((meal) => ({
      ...meal,
      input: {
        ...meal.input,
        description: HOSTILE,
        notes: HOSTILE,
        model: HOSTILE.slice(0, 120),
        items: meal.input.items.map((item) => ({ ...item, name: HOSTILE, portion: text, description: text })),
      },
    })),
    activity: activity.map((day) => ({
      ...day,
      input: { ...day.input, workouts: [{ type: text }], source_app: text },
    })),
    sleep,
    notes: notes.map((note) => ({
      ...note,
      input: {
        ...note.input,
        text: HOSTILE,
        links: [{ did: HOSTILE, felt: HOSTILE, quote: HOSTILE }],
        statements: [{ kind: 'other' as const, text: HOSTILE, when: text }],
        language: 'not-one',
      },
    })),
  };
};

export const HOSTILE_NAME = `<b>${'W'.repeat(40)}\u202e`;

export const shareHostileReport = (): Promise<SharedReport> =>
  shareDiary(hostileDiary(), { name: HOSTILE_NAME });

/** The URL of a report that includes `DAY`; weekly and in the browser's language unless the query says otherwise. */
export const addressOf = (
  { url }: SharedReport,
  query: { language?: string; period?: string } = {},
): string => `${url}?${new URLSearchParams({ day: DAY, ...query })}`;

/** Every period of a report, in one language. */
export const everyPeriod = (report: SharedReport, language: Language): string[] =>
  PERIODS.map((period) => addressOf(report, { period, language }));
