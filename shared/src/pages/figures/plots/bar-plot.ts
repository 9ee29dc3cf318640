import { type ScaleBand, scaleLinear } from 'd3-scale';
import type { Measure } from '../../../contract/measures.ts';
import { hoursAndMinutes } from '../../../records/clock.ts';
import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { Target } from '../targets.ts';
import { type Column, columnScale, columnTicks, dashes, gaps, haveRoom, middle } from './columns.ts';
import {
  at,
  dashEntry,
  drawPlot,
  FRAME,
  gapEntry,
  type LegendEntry,
  type Plot,
  swatch,
  valueLines,
} from './plot.ts';

/** A column's values, one for each series, null where the record leaves it out; null where there is no record. */
type Bar = Column & {
  values: readonly (number | null)[] | null;
  /** How many days it is of, written; in the table, where it is of several. */
  ofDays?: string | undefined;
};

type RecordedBar = Bar & { values: readonly (number | null)[] };

export type BarPlot = Pick<Plot, 'id' | 'title' | 'unit'> & {
  /** What the columns are, above their names in the table. */
  columnHead: string;
  /** The period that the columns cover, for screen readers. */
  period: string;
  bars: readonly Bar[];
  /** From the bottom up. `shade` is the number of its colour. */
  series: readonly { name: string; shade: number }[];
  /** Whether the legend names even one series, because the title does not. */
  namesSeries?: boolean;
  /** How many of the series, from the bottom, make up what is measured, which the target and the plot in words are of; absent: all. */
  counted?: number;
  /** What the person set for a day. */
  target?: Target | undefined;
  /** The largest value of a plot that stands beside it, so that both have one scale. */
  scaledTo?: number;
  /** What is measured: how values are written. */
  measure: Measure;
  /** Whether the axis counts hours, where the values are minutes. */
  inHours?: boolean;
};

const hasValues = (bar: Bar): bar is RecordedBar => bar.values !== null;
/** A record may leave all of it out: then there is neither a bar nor a gap, but a dash. */
const statesValues = (bar: Bar): bar is RecordedBar => bar.values?.some((value) => value !== null) ?? false;
/** How high a bar is, in what it measures. */
const total = ({ values }: RecordedBar): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** A plot on the way to its drawing: what is stated, and where it stands. */
type Drawing = {
  locale: Locale;
  plot: BarPlot;
  stated: readonly RecordedBar[];
  x: ScaleBand<string>;
  /** Where a value stands, minutes too where the axis counts hours. */
  y: (value: number) => number;
};

/** How high a plot has to be; 0 where nothing is stated. */
export const largestOf = ({ bars, target }: BarPlot): number => {
  const stated = bars.filter(statesValues);
  return stated.length > 0 ? Math.max(...stated.map(total), target?.value ?? 0) : 0;
};

/** Bars, one on another where there are several series; nothing where neither it nor a plot beside it states anything. */
export const barPlot = (locale: Locale, plot: BarPlot): Html => {
  const { bars, series, target, scaledTo = 0 } = plot;
  const stated = bars.filter(statesValues);
  if (stated.length === 0 && scaledTo === 0) return html``;
  const largest = Math.max(largestOf(plot), scaledTo);
  const x = columnScale(bars);
  const axisUnit = plot.inHours ? 60 : 1;
  const axis = scaleLinear([0, largest / axisUnit || 1], [FRAME.bottom, FRAME.top]).nice(4);
  const missing = bars.filter((bar) => bar.values === null && !bar.upcoming);
  const unstated = bars.filter((bar) => hasValues(bar) && !statesValues(bar));
  const drawing = { locale, plot, stated, x, y: (value: number) => axis(value / axisUnit) };
  return drawPlot(locale, {
    ...plot,
    description: describe(drawing),
    drawing: html`${valueLines(locale, axis)}
${gaps(x, plot.id, missing)}
${dashes(locale, x, unstated)}
${drawBars(drawing)}
${target && html`<path class="target-line" d="M${FRAME.left} ${at(drawing.y(target.value))}H${FRAME.right}"/>`}
${haveRoom(bars) && series.length === 1 && drawValues(drawing)}
${columnTicks(x, bars)}`,
    legend: [
      ...legend(plot),
      ...(missing.length > 0 ? [gapEntry(locale, plot.id)] : []),
      ...(unstated.length > 0 ? [dashEntry(locale)] : []),
    ],
    table: {
      head: [
        plot.columnHead,
        ...(bars.some(({ ofDays }) => ofDays) ? [locale.words.daysColumn] : []),
        ...series.map(({ name }) => name),
      ],
      rows: bars
        .filter((bar) => !bar.upcoming || hasValues(bar))
        .map((bar) => [
          bar.name,
          ...(hasValues(bar)
            ? [...(bar.ofDays ? [bar.ofDays] : []), ...cells(locale, plot, bar)]
            : [locale.words.noRecord]),
        ]),
    },
  });
};

const WIDEST_BAR = 48;

/** The bars, each with its values where a pointer rests. */
const drawBars = ({ locale, plot, stated, x, y }: Drawing): Html => {
  const width = Math.min(x.bandwidth(), WIDEST_BAR);
  return html`<g>${stated.map((bar) => {
    const left = at(middle(x, bar.key) - width / 2);
    let top = 0;
    const parts = plot.series.map(({ shade }, series) => {
      const bottom = top;
      top += bar.values[series] ?? 0;
      return (
        top > bottom &&
        html`<rect class="shade-${shade}" x="${left}" y="${at(y(top))}" width="${at(width)}" height="${at(y(bottom) - y(top))}"/>`
      );
    });
    const written = cells(locale, plot, bar).map((cell, series) => `${plot.series[series]?.name}: ${cell}`);
    return html`<g><title>${[bar.name, ...written].join('\n')}</title><path class="base" d="M${left} ${FRAME.bottom - 1}h${at(width)}"/>${parts}</g>`;
  })}</g>`;
};

/** How wide a digit is at most, in the fonts of common systems. */
const DIGIT_EM = 0.62;

/** The value above each bar, clear of the target's line. */
const drawValues = ({ locale, plot, stated, x, y }: Drawing): Html => {
  const write = (value: number) => (plot.inHours ? hoursAndMinutes(value) : locale.count(value));
  const values = stated.map((bar) => {
    const value = total(bar);
    return { center: at(middle(x, bar.key)), top: y(value), text: write(value) };
  });
  const grounds = values.map(
    ({ center, top, text }) =>
      html`<rect x="${center}" y="${at(top - 2)}" width="${at((text.length + 1) * DIGIT_EM)}em" height="1em"/>`,
  );
  return html`<g class="values">${plot.target && grounds}${values.map(
    ({ center, top, text }) =>
      html`<text x="${center}" y="${at(top - 4)}" text-anchor="middle">${text}</text>`,
  )}</g>`;
};

/** What a bar shows, written, one text for each series. */
const cells = (locale: Locale, { measure }: BarPlot, { values }: RecordedBar): string[] =>
  values.map((value) => (value === null ? '–' : locale.measure(measure, value)));

/** The plot in words: its period, how little and how much, and the target. */
const describe = ({ locale, plot, stated }: Drawing): string => {
  const write = (value: number) => locale.measure(plot.measure, value);
  const counted = stated.map((bar) => ({ ...bar, values: bar.values.slice(0, plot.counted) }));
  const totals = counted.filter(statesValues).map(total);
  const range =
    totals.length > 0 && locale.words.plotRange(write(Math.min(...totals)), write(Math.max(...totals)));
  return [plot.period, range, plot.target?.text].filter(Boolean).join('; ');
};

/** The series where there are several, and the target. */
const legend = ({ series, namesSeries, target }: BarPlot): LegendEntry[] => {
  const parts = series.map(({ name, shade }) => ({
    mark: swatch(html`<rect class="shade-${shade}" width="12" height="12"/>`),
    text: name,
  }));
  const line = swatch(html`<path class="target-line" d="M0 6H12"/>`);
  return [
    ...(namesSeries || parts.length > 1 ? parts : []),
    ...(target ? [{ mark: line, text: target.text }] : []),
  ];
};
