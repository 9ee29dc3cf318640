import {
  ACTIVITY_FIGURES,
  type Measure,
  mainFirst,
  NUTRIENTS,
  SLEEP_FIGURES,
} from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { breakable } from 'shared/pages/figures/locale.ts';
import { miniPlot } from 'shared/pages/figures/plots/mini-plot.ts';
import { sum } from 'shared/records/totals.ts';
import type { Plural } from 'shared/words/en/report/report.ts';
import { daysSoFar } from '../report-data/days-so-far.ts';
import type { PageReport } from '../report-data/present-records.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { screenLink } from './figures/screen-link.ts';
import { includesToday } from './view/averages.ts';
import { periodName } from './view/compared.ts';
import type { PlottedDay } from './view/plotted-day.ts';
import { type PeriodView, type ReportView, shows } from './view/report-view.ts';

/** Several days at a glance: what was eaten, moved, slept and felt, each with the way to its section. */
export const overview = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  return html`<section class="overview"><h2 class="hidden">${words.glance}</h2>
<dl>
${
  shows(view, 'meals') &&
  figureTile(view, {
    section: 'food',
    measures: NUTRIENTS,
    averagesOf: (report) => report.averages,
    recordOf: ({ totals }) => totals,
    ofAll: words.ofDays,
    further: report.meal_count > 0 && locale.counted(report.meal_count, words.countedMeals),
  })
}
${
  shows(view, 'activity') &&
  figureTile(view, {
    section: 'movement',
    measures: mainFirst(ACTIVITY_FIGURES),
    averagesOf: (report) => report.activity_averages,
    recordOf: ({ activity }) => activity,
    ofAll: words.ofDays,
  })
}
${
  shows(view, 'sleep') &&
  (clockTile(view) ??
    figureTile(view, {
      section: 'sleep',
      measures: mainFirst(SLEEP_FIGURES),
      averagesOf: (report) => report.sleep_averages,
      recordOf: ({ sleep }) => sleep,
      ofAll: words.ofNights,
    }))
}
${shows(view, 'wellbeing') && notesTile(view)}
</dl></section>`;
};

/** The figures of a kind of record. */
type Kind<Of extends Measure> = {
  section: 'food' | 'movement' | 'sleep';
  /** The first of them that any record states is shown. */
  measures: readonly Of[];
  averagesOf: (report: PageReport) => Record<Of, number | null> | null;
  recordOf: (day: PlottedDay | PageDay) => Partial<Record<Of, number | null>> | null;
  /** What the average is of. */
  ofAll: Plural;
  further?: string | false;
};

const figureTile = <Of extends Measure>(
  view: ReportView,
  { section, measures, averagesOf, recordOf, ofAll, further }: Kind<Of>,
): Html => {
  const { words, names, measure: written } = view.locale;
  const link = { href: `#${section}`, title: words[section] };
  const averages = averagesOf(view.report);
  const measure =
    measures.find((one) => view.days.some((day) => (recordOf(day)?.[one] ?? null) !== null)) ?? measures[0];
  const figureOf = (day: PlottedDay | PageDay) => (measure && recordOf(day)?.[measure]) ?? null;
  const amountIn = (period: PeriodView): string | undefined => {
    const value = measure && averagesOf(period.report)?.[measure];
    return typeof value === 'number' ? written(measure as Of, value) : undefined;
  };
  const ofOther =
    view.other && inOther(view.other, amountIn(view.other), view.other.days.map(figureOf), ofAll);
  if (!averages) return tile({ ...link, value: words.noRecord, perDay: [], notes: [further, ofOther] });
  const perDay = view.days.map(figureOf);
  const value = amountIn(view);
  if (!value || !measure)
    return tile({
      ...link,
      value: '–',
      perDay: [],
      notes: [partOf(view, view.days.map(recordOf), ofAll), further, ofOther],
    });
  const average = words.average(partOf(view, perDay, ofAll));
  // A night of today is over.
  const withToday = section !== 'sleep' && includesToday(view, figureOf);
  return tile({
    ...link,
    value,
    perDay: view.columns.map(({ pageDay }) => figureOf(pageDay)),
    notes: [`${names[measure]}, ${withToday ? words.withToday(average) : average}`, further, ofOther],
  });
};

/** The figure of the period that stands beside, and what it rests on: `2 – 8 November 2026: 1,850 kcal, average of 6 of 7 days`. */
const inOther = (
  other: PeriodView,
  value: string | undefined,
  perDay: readonly unknown[],
  ofAll: Plural,
): string => {
  const { words } = other.locale;
  const figure = value ? `${value}, ${words.average(partOf(other, perDay, ofAll))}` : words.noRecord;
  return `${periodName(other)}: ${figure}`;
};

/** Of how many days or nights of the period, up to today, something is known: `3 of 7 days`. */
const partOf = ({ locale, days, today }: PeriodView, perDay: readonly unknown[], ofAll: Plural): string => {
  const known = perDay.filter((value) => value !== null).length;
  return locale.words.outOf(locale.count(known), locale.counted(daysSoFar(days, today).length, ofAll));
};

/** When the nights began and ended, where nothing else is known of them. */
const clockTile = (view: ReportView): Html | undefined => {
  const {
    locale: { words },
    report: { sleep_averages: averages },
    days,
  } = view;
  if (
    !averages ||
    (!averages.bedtime && !averages.wake_time) ||
    SLEEP_FIGURES.some((one) => view.days.some(({ sleep }) => sleep && sleep[one] !== null))
  )
    return;
  const averaged = (['bedtime', 'wake_time'] as const)
    .filter((clock) => averages[clock] !== null)
    .map((clock) => {
      const known = days.map(({ sleep }) => sleep?.[clock] ?? null);
      return { name: words.clocks[clock], average: words.average(partOf(view, known, words.ofNights)) };
    });
  const isOfOne = new Set(averaged.map(({ average }) => average)).size === 1;
  return tile({
    href: '#sleep',
    title: words.sleep,
    value: `${averages.bedtime ?? '…'}–${averages.wake_time ?? '…'}`,
    perDay: [],
    notes: isOfOne
      ? [`${words.plots.nights}, ${averaged[0]?.average}`]
      : averaged.map(({ name, average }) => `${name}, ${average}`),
  });
};

const notesTile = (view: ReportView): Html => {
  const { words, count } = view.locale;
  const perDay = view.days.map(({ note_count }) => note_count || null);
  const notes = sum(view.days.map(({ note_count }) => note_count));
  return tile({
    href: '#days',
    title: words.notes,
    value: notes > 0 ? count(notes) : words.noRecord,
    perDay: view.columns.map(({ pageDay }) => pageDay.note_count || null),
    notes: [notes > 0 && partOf(view, perDay, words.ofDays), view.other && notesOfOther(view.other)],
  });
};

const notesOfOther = (other: PeriodView): string => {
  const perDay = other.days.map(({ note_count }) => note_count || null);
  const notes = sum(other.days.map(({ note_count }) => note_count));
  const figure =
    notes > 0
      ? `${other.locale.count(notes)}, ${partOf(other, perDay, other.locale.words.ofDays)}`
      : other.locale.words.noRecord;
  return `${periodName(other)}: ${figure}`;
};

type Tile = {
  href: string;
  title: string;
  value: string;
  perDay: readonly (number | null)[];
  notes: readonly (string | false | undefined)[];
};

const tile = ({ href, title, value, perDay, notes }: Tile): Html =>
  html`<div><dt>${screenLink(href, title)}</dt>
<dd><strong>${breakable(value)}</strong>${perDay.some((figure) => figure !== null) && miniPlot(perDay)}${notes.map((note) => note && html` <small>${note}</small>`)}</dd></div>`;
