import { mapFields } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES, MACROS, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { type Column, type DayColumn, dayColumns } from 'shared/pages/figures/plots/columns.ts';
import { countDays, weekdayOf } from 'shared/records/calendar.ts';
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

/** What stands above a place on the horizontal axis of a plot, and the days that it is of. */
export type PlotColumn = DayColumn<PlottedDay> & { days: readonly PageDay[] };

/** By what the days of a range are plotted (`C12.pages`). */
export type PlottedBy = 'day' | 'week' | 'month';

const MOST_DAYS = 31;
const MOST_DAYS_BY_WEEK = 182;

export const plottedBy = (from: string, to: string): PlottedBy => {
  const days = countDays(from, to);
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_BY_WEEK ? 'week' : 'month';
};

const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null);

const average = (values: readonly (number | null)[]): number | null => {
  const stated = known(values);
  return stated.length > 0 ? round(sum(stated) / stated.length) : null;
};

/** What several days have on average, each figure over the days that state it. */
const together = (days: readonly PageDay[]): PlottedDay => {
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

/** The days as columns: each its own up to 31 days, by week up to 182, by month beyond. */
export const plotColumns = (locale: Locale, days: readonly PageDay[], today: string): PlotColumn[] => {
  const by = plottedBy(days[0]?.day ?? '', days.at(-1)?.day ?? '');
  if (by === 'day')
    return dayColumns(locale, days, today).map((column) => ({ ...column, days: [column.pageDay] }));
  let monday = '';
  const groups = Map.groupBy(days, ({ day }) => {
    if (weekdayOf(day) === 0 || !monday) monday = day;
    return by === 'month' ? day.slice(0, 7) : monday;
  });
  return [...groups.values()].map((all, index, every) => {
    const [first = '', last = ''] = [all[0]?.day, all.at(-1)?.day];
    const before = [...(every[index - 1] ?? [])].at(-1)?.day ?? '';
    return {
      ...(by === 'month'
        ? {
            name: locale.month(first),
            tick: [
              locale.monthLetter(first),
              first.endsWith('-01-01') || index === 0 ? first.slice(0, 4) : '',
            ],
          }
        : { name: locale.shortDays(first, last), ...tickOfWeek(locale, last, before) }),
      key: first,
      upcoming: first > today,
      pageDay: together(all),
      days: all,
    };
  });
};

/** A week in which a month begins is named after it. */
const tickOfWeek = (locale: Locale, last: string, before: string): Pick<Column, 'tick'> =>
  last.slice(0, 7) === before.slice(0, 7) ? {} : { tick: [locale.shortMonth(last)] };
