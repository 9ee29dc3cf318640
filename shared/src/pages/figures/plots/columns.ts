import { type ScaleBand, scaleBand } from 'd3-scale';
import { weekdayOf } from '../../../records/calendar.ts';
import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { at, DASH, FRAME } from './plot.ts';

/** What stands above a place on the horizontal axis: a day, or a meal of a day. */
export type Column = {
  key: string;
  /** In the table and where a pointer rests. */
  name: string;
  /** Below the axis, line by line; absent where there is no room for every column's. */
  tick?: readonly string[];
  /** Whether its time is still to come: then it is no gap where it is empty. */
  upcoming: boolean;
};

/** How many columns have room for a text of their own. */
const WITH_TEXT = 8;

/** Whether each of these columns has room for a text of its own. */
export const haveRoom = (columns: readonly unknown[]): boolean => columns.length <= WITH_TEXT;

/** What is drawn of a day stands with its column. */
export type DayColumn<Day = { day: string }> = Column & { pageDay: Day };

const isMonday = (day: string): boolean => weekdayOf(day) === 0;

/** A column for each day; in a month only the Mondays are named. */
const dayColumns = <Day extends { day: string }>(
  locale: Locale,
  days: readonly Day[],
  today: string,
): DayColumn<Day>[] =>
  days.map((pageDay) => ({
    key: pageDay.day,
    name: locale.shortDay(pageDay.day),
    ...((haveRoom(days) || isMonday(pageDay.day)) && {
      tick: [locale.weekday(pageDay.day), locale.dayOfMonth(pageDay.day)],
    }),
    upcoming: pageDay.day > today,
    pageDay,
  }));

/** By what the days of a range are plotted (`C12.pages`). */
export type PlottedBy = 'day' | 'week' | 'month';

const MOST_DAYS = 31;
const MOST_DAYS_BY_WEEK = 182;

export const plottedBy = (days: number): PlottedBy => {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_BY_WEEK ? 'week' : 'month';
};

/** What a plot says of its columns: what they are, and that those of several days are averages. */
export const plotWords = ({ words }: Locale, by: PlottedBy) => ({
  columnHead: { day: words.dayColumn, week: words.weekColumn, month: words.monthColumn }[by],
  withAverage: (unit: string): string =>
    by === 'day' ? unit : [unit, words.averaged[by]].filter(Boolean).join(', '),
});

/** A column with the days that it is of. */
export type PlotColumn<Plotted, Day = Plotted> = DayColumn<Plotted> & { days: readonly Day[] };

/**
 * The days as columns: each its own up to 31 days, by week up to 182, by month beyond; `together` makes one of the days of a week or
 * a month.
 */
export const plotColumns = <Plotted, Day extends Plotted & { day: string }>(
  locale: Locale,
  days: readonly Day[],
  today: string,
  together: (days: readonly Day[]) => Plotted,
): PlotColumn<Plotted, Day>[] => {
  const by = plottedBy(days.length);
  if (by === 'day')
    return dayColumns(locale, days, today).map((column) => ({ ...column, days: [column.pageDay] }));
  let monday = '';
  const groups = Map.groupBy(days, ({ day }) => {
    if (isMonday(day) || !monday) monday = day;
    return by === 'month' ? day.slice(0, 7) : monday;
  });
  return [...groups.values()].map((all, index, every) => {
    const [first = '', last = ''] = [all[0]?.day, all.at(-1)?.day];
    const before = every[index - 1]?.at(-1)?.day ?? '';
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

/** Of a column of several days: how many of them state what is plotted. */
export const ofDays = <Plotted, Day>(
  { count }: Locale,
  { days }: PlotColumn<Plotted, Day>,
  states: (day: Day) => boolean,
): string | undefined => (days.length > 1 ? count(days.filter(states).length) : undefined);

/** Where columns stand. */
export const columnScale = (columns: readonly Column[]): ScaleBand<string> =>
  scaleBand<string>()
    .domain(columns.map(({ key }) => key))
    .range([FRAME.left, FRAME.right])
    .paddingInner(haveRoom(columns) ? 0.3 : 0.2)
    .paddingOuter(0.15);

/** The middle of a column. */
export const middle = (scale: ScaleBand<string>, key: string): number =>
  (scale(key) ?? 0) + scale.bandwidth() / 2;

/** The names below the axis. */
export const columnTicks = (scale: ScaleBand<string>, columns: readonly Column[]): Html =>
  html`<g class="axis">${columns.map(({ key, tick }) => {
    if (!tick) return undefined;
    const x = at(middle(scale, key));
    return html`<text x="${x}" y="${FRAME.bottom + 15}" text-anchor="middle">${tick.map((line, index) => html`<tspan x="${x}" dy="${index * 1.1}em">${line}</tspan>`)}</text>`;
  })}</g>`;

/** The hatched places of columns that nothing was recorded for. */
export const gaps = (scale: ScaleBand<string>, plotId: string, columns: readonly Column[]): Html =>
  html`<g>${columns.map(
    ({ key, name }) =>
      html`<rect x="${at(scale(key) ?? 0)}" y="${FRAME.top}" width="${at(scale.bandwidth())}" height="${FRAME.bottom - FRAME.top}" fill="url(#${plotId}-gap)"><title>${name}</title></rect>`,
  )}</g>`;

/** The dashes of columns whose record does not state what is plotted, where bars begin. */
export const dashes = ({ words }: Locale, scale: ScaleBand<string>, columns: readonly Column[]): Html =>
  html`<g>${columns.map(
    ({ key, name }) =>
      html`<g transform="translate(${at(middle(scale, key) - 6)} ${FRAME.bottom - 14})"><title>${`${name}\n${words.notStated}`}</title>${DASH}</g>`,
  )}</g>`;

/** A name as two lines below the axis: its first word, and the rest. */
export const twoLines = (name: string): string[] => {
  const [first = '', ...rest] = name.split(' ');
  return [first, rest.join(' ')];
};
