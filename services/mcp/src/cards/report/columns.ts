import type { Locale } from 'shared/pages/figures/locale.ts';
import { type DayColumn, dayColumns } from 'shared/pages/figures/plots/columns.ts';
import { weekdayOf } from 'shared/records/calendar.ts';

/** What is plotted of a day; null is not recorded. */
export type PlottedDay = {
  day: string;
  kcal: number | null;
  steps: number | null;
  asleep_minutes: number | null;
};
export type PlottedFigure = Exclude<keyof PlottedDay, 'day'>;

/** Up to this many days are plotted by day, up to this many by week, more by month. */
const BY_DAY = 31;
const BY_WEEK = 182;

const average = (days: readonly PlottedDay[], figure: PlottedFigure): number | null => {
  const known = days.map((day) => day[figure]).filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
};

/** Days, or the averages of weeks or months over the days that state a figure, as the columns of plots. */
export const plottedColumns = (
  locale: Locale,
  days: readonly PlottedDay[],
  today: string,
): DayColumn<PlottedDay>[] => {
  if (days.length <= BY_DAY) return dayColumns(locale, days, today);
  const isByWeek = days.length <= BY_WEEK;
  const groups = Map.groupBy(days, ({ day }) => (isByWeek ? mondayOf(day) : day.slice(0, 7)));
  return [...groups.values()].map((group, index) => {
    const [from = '', to = ''] = [group[0]?.day, group.at(-1)?.day];
    const tick = isByWeek ? locale.dayOfMonth(from) : from.slice(5, 7);
    return {
      key: from,
      name: isByWeek ? locale.shortDays(from, to) : locale.period('monthly', from, to),
      // Of weeks every fourth has room for its day.
      ...((!isByWeek || index % 4 === 0) && { tick: [tick] }),
      upcoming: from > today,
      pageDay: {
        day: from,
        kcal: average(group, 'kcal'),
        steps: average(group, 'steps'),
        asleep_minutes: average(group, 'asleep_minutes'),
      },
    };
  });
};

const mondayOf = (day: string): string => {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - weekdayOf(day));
  return date.toISOString().slice(0, 10);
};
