import { mainFirst, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { idBeside } from 'shared/pages/figures/plots/beside.ts';
import { plotWords } from 'shared/pages/figures/plots/columns.ts';
import { nightsPlot } from 'shared/pages/figures/plots/nights-plot.ts';
import type { PageSleep } from '../report-data/present-records.ts';
import { measuredSource } from './day-records.ts';
import { stagesOfTheNight, stagesPlot } from './sleep-stages.ts';
import { averageLine, averageNote, restsOnDays } from './view/averages.ts';
import { comparedFigures, periodsOf, titleBeside } from './view/compared.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from './view/figures.ts';
import { type PeriodView, plotPeriod, type ReportView } from './view/report-view.ts';

/** How the person slept: figures over the nights that state them, and plots. */
export const sleepSection = (view: ReportView): Html => {
  const { locale, report, other } = view;
  const { words } = locale;
  const figures = figuresOf(view);
  return html`${averageLine(view, figures, report.sleep_averages?.nights ?? 0, words.countedNights)}
${report.sleep_averages === null && html`<p class="muted">${words.noSleep}</p>`}
${other ? comparedFigures(view, figuresOf) : mainFigures(locale, figures)}
${periodsOf(view).some((period) => period.report.sleep_averages !== null) && (report.period === 'daily' ? ofOneNight(view, figures) : ofSeveralNights(view, figures))}`;
};

const figuresOf = (period: PeriodView): Figure[] => [...clockFigures(period), ...sleepFigures(period)];

/** Beside a figure that not every night states; the time in bed may come from the clock times (`C12.in_bed`). */
const nightsNotes = (view: PeriodView, field: keyof PageSleep): Pick<Figure, 'notes' | 'restsOn'> => {
  const averages = view.report.sleep_averages;
  const fromClock = field === 'in_bed_minutes' ? (averages?.in_bed_from_clock ?? 0) : 0;
  const stated = view.days.filter(({ sleep }) => sleep && sleep[field] !== null).length + fromClock;
  const nights = averages?.nights ?? 0;
  const noun = view.locale.words.countedNights;
  return { notes: [averageNote(view, stated, nights, noun)], restsOn: [restsOnDays(view, stated, noun)] };
};

const clockFigures = (view: PeriodView): Figure[] =>
  (['bedtime', 'wake_time'] as const).map((field) => ({
    label: view.locale.words.clocks[field],
    value: view.report.sleep_averages?.[field] ?? null,
    ...nightsNotes(view, field),
    isMain: true,
  }));

const sleepFigures = (view: PeriodView): Figure[] =>
  mainFirst(SLEEP_FIGURES).map((measure) =>
    figureOf(view, measure, view.report.sleep_averages?.[measure] ?? null, nightsNotes(view, measure)),
  );

const ofSeveralNights = (
  view: ReportView,
  figures: readonly Figure[],
): Html => html`<div class="plots">${nights(view)}${stagesPlot(view)}</div>
${!view.other && furtherFigures(figures)}`;

const nights = (view: ReportView): Html[] =>
  periodsOf(view).map((period, place) => {
    const known = period.days.filter(({ sleep }) => sleep?.bedtime || sleep?.wake_time).length;
    const beside = view.other && {
      id: idBeside('nights', place),
      title: titleBeside(view, period, view.locale.words.plots.nights),
      others: periodsOf(view).flatMap(({ columns }) => columns),
    };
    const { columnHead } = plotWords(period.locale, period.plottedBy);
    return nightsPlot(view.locale, period.columns, plotPeriod(period, known), columnHead, beside);
  });

const ofOneNight = (view: ReportView, figures: readonly Figure[]): Html =>
  html`<div class="plots">${stagesOfTheNight(view)}${!view.other && furtherFigures(figures)}</div>
${view.days.map(({ sleep }) => sleep && measuredSource(view.locale, sleep, view.locale.words.sleep))}`;
