import { scaleLinear } from 'd3-scale';
import { clockOf, hourOf } from '../../../records/clock.ts';
import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { columnScale, columnTicks, type DayColumn, dashes, gaps, haveRoom, middle } from './columns.ts';
import { at, dashEntry, drawPlot, FRAME, gapEntry, gridLines } from './plot.ts';

/** Nights are drawn from noon to noon, so that midnight cuts none of them. */
const NOON = 12;

/** What is drawn of a night. */
type NightDay = { sleep: { bedtime: string | null; wake_time: string | null } | null };

type Night = { column: DayColumn<NightDay>; bedtime: string | null; wakeTime: string | null };

/**
 * From when to when each night went, in hours after the noon before its day, which is that of waking up; both are the same where
 * only one is known.
 */
const span = ({ bedtime, wakeTime }: Night): { start: number; end: number } => {
  const end = wakeTime ? hourOf(wakeTime) + NOON : (hourOf(bedtime ?? '') - NOON + 24) % 24;
  const length = bedtime && wakeTime ? (hourOf(wakeTime) - hourOf(bedtime) + 24) % 24 : 0;
  return { start: end - length, end };
};

const nightOf = (column: DayColumn<NightDay>): Night => ({
  column,
  bedtime: column.pageDay.sleep?.bedtime ?? null,
  wakeTime: column.pageDay.sleep?.wake_time ?? null,
});

const isKnown = ({ bedtime, wakeTime }: Night): boolean => bedtime !== null || wakeTime !== null;

/** What a plot is where another of its kind stands beside it, whose nights are `others`. */
type Beside = { id: string; title: string; others: readonly DayColumn<NightDay>[] };

/** Nights as bars over the clock: the evening above, the morning below. `columnHead` says what the columns are, days if nothing does. */
export const nightsPlot = (
  locale: Locale,
  columns: readonly DayColumn<NightDay>[],
  period: string,
  columnHead = locale.words.dayColumn,
  beside?: Beside,
): Html => {
  const { words } = locale;
  const { id, title, others } = beside ?? { id: 'nights', title: words.plots.nights, others: [] };
  const nights = columns.map(nightOf);
  const known = nights.filter(isKnown);
  if (known.length === 0) return html``;
  const x = columnScale(columns);
  const { y, hours } = hourScale([...known, ...others.map(nightOf).filter(isKnown)]);
  const missing = nights
    .map(({ column }) => column)
    .filter(({ pageDay, upcoming }) => pageDay.sleep === null && !upcoming);
  const unstated = nights
    .filter((night) => night.column.pageDay.sleep !== null && !known.includes(night))
    .map(({ column }) => column);
  const width = Math.min(x.bandwidth(), 20);
  const bars = known.map((night) => {
    const { start, end } = span(night);
    const [top, bottom] = [y(start), y(end)];
    const center = middle(x, night.column.key);
    return html`<g><title>${night.column.name}, ${night.bedtime ?? '…'}–${night.wakeTime ?? '…'}</title><rect class="night" x="${at(center - width / 2)}" y="${at(top)}" width="${at(width)}" height="${at(Math.max(bottom - top, 2))}" rx="2"/>${
      haveRoom(columns) &&
      html`<g class="values">${night.bedtime && html`<text x="${at(center)}" y="${at(top - 4)}" text-anchor="middle">${night.bedtime}</text>`}${night.wakeTime && html`<text x="${at(center)}" y="${at(bottom + 11)}" text-anchor="middle">${night.wakeTime}</text>`}</g>`
    }</g>`;
  });
  return drawPlot(locale, {
    id,
    title,
    unit: words.plotUnits.clock,
    description: period,
    drawing: html`${gridLines(hours.map((hour) => ({ y: y(hour), label: clockOf(hour + NOON) })))}
${gaps(x, id, missing)}
${dashes(locale, x, unstated)}
${bars}
${columnTicks(x, columns)}`,
    legend: [
      ...(missing.length > 0 ? [gapEntry(locale, id)] : []),
      ...(unstated.length > 0 ? [dashEntry(locale)] : []),
    ],
    table: {
      head: [columnHead, words.clocks.bedtime, words.clocks.wake_time],
      rows: nights
        .filter(({ column }) => column.pageDay.sleep !== null || missing.includes(column))
        .map(({ column, bedtime, wakeTime }) => [
          column.name,
          ...(column.pageDay.sleep ? [bedtime ?? '–', wakeTime ?? '–'] : [words.noRecord]),
        ]),
    },
  });
};

/** How much of the nights' span the clock times need above and below them. */
const ROOM = 0.14;

/** The scale of the hours that all nights lie in, with room for their clock times, and the whole hours that get a line. */
const hourScale = (nights: readonly Night[]) => {
  const spans = nights.map(span);
  const earliest = Math.min(...spans.map(({ start }) => start));
  const latest = Math.max(...spans.map(({ end }) => end));
  const room = Math.max(1, (latest - earliest) * ROOM);
  const first = Math.floor(earliest - room);
  const last = Math.ceil(latest + room);
  const step = Math.ceil((last - first) / 6);
  const hours = Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, index) => first + index * step,
  );
  return { y: scaleLinear([first, last], [FRAME.top, FRAME.bottom]), hours };
};
