import { mapFields } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES, MACROS, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import { averageClockTime } from 'shared/records/clock.ts';
import { round, sum } from 'shared/records/totals.ts';
import type { PageDay } from '../../report-data/report-page-data.ts';

const ENERGY = ['kcal', ...MACROS] as const;
const CLOCKS = ['bedtime', 'wake_time'] as const;

/** What plots show of a day, or of the days of a week or a month: what these have on average. */
export type PlottedDay = Pick<PageDay, 'meals' | 'meal_count' | 'note_count'> & {
  totals: Record<(typeof ENERGY)[number], number> | null;
  activity: Record<(typeof ACTIVITY_FIGURES)[number], number | null> | null;
  sleep:
    | (Record<(typeof SLEEP_FIGURES)[number], number | null> & Record<(typeof CLOCKS)[number], string | null>)
    | null;
};

const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null);

const average = (values: readonly (number | null)[]): number | null => {
  const stated = known(values);
  return stated.length > 0 ? round(sum(stated) / stated.length) : null;
};

/** What several days have on average, each figure over the days that state it. */
export const onAverage = (days: readonly PageDay[]): PlottedDay => {
  const totals = known(days.map((day) => day.totals));
  const activity = known(days.map((day) => day.activity));
  const sleep = known(days.map((day) => day.sleep));
  return {
    meals: [],
    meal_count: sum(days.map(({ meal_count }) => meal_count)),
    note_count: sum(days.map(({ note_count }) => note_count)),
    totals:
      totals.length > 0 ? mapFields(ENERGY, (field) => average(totals.map((day) => day[field])) ?? 0) : null,
    activity:
      activity.length > 0
        ? mapFields(ACTIVITY_FIGURES, (field) => average(activity.map((day) => day[field])))
        : null,
    sleep:
      sleep.length > 0
        ? {
            ...mapFields(SLEEP_FIGURES, (field) => average(sleep.map((night) => night[field]))),
            ...mapFields(CLOCKS, (field) => averageClockTime(known(sleep.map((night) => night[field])))),
          }
        : null,
  };
};
