import { mainFirst, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { nightsPlot } from 'shared/pages/figures/plots/nights-plot.ts';
import type { PageSleep } from '../report-data/present-records.ts';
import { measuredSource } from './day-records.ts';
import { stagesOfTheNight, stagesPlot } from './sleep-stages.ts';
import { averageLine, averageNote } from './view/averages.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from './view/figures.ts';
import { plotPeriod, type ReportView } from './view/report-view.ts';

/** How the person slept: figures over the nights that state them, and plots. */
export const sleepSection = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  const figures = [...clockFigures(view), ...sleepFigures(view)];
  return html`<section id="sleep"><h2>${words.sleep}</h2>
${averageLine(view, figures, report.sleep_averages?.nights ?? 0, words.countedNights)}
${report.sleep_averages === null && html`<p class="muted">${words.noSleep}</p>`}
${mainFigures(locale, figures)}
${report.sleep_averages && (report.period === 'daily' ? ofOneNight(view, figures) : ofSeveralNights(view, figures))}
</section>`;
};

/** Beside a figure that not every night states; the time in bed may come from the clock times (`C12.in_bed`). */
const nightsNote = (view: ReportView, field: keyof PageSleep) => {
  const averages = view.report.sleep_averages;
  const fromClock = field === 'in_bed_minutes' ? (averages?.in_bed_from_clock ?? 0) : 0;
  const stated = view.days.filter(({ sleep }) => sleep && sleep[field] !== null).length + fromClock;
  const nights = averages?.nights ?? 0;
  return averageNote(view, stated, nights, view.locale.words.countedNights);
};

const clockFigures = (view: ReportView): Figure[] =>
  (['bedtime', 'wake_time'] as const).map((field) => ({
    label: view.locale.words.clocks[field],
    value: view.report.sleep_averages?.[field] ?? null,
    notes: [nightsNote(view, field)],
    isMain: true,
  }));

const sleepFigures = (view: ReportView): Figure[] =>
  mainFirst(SLEEP_FIGURES).map((measure) =>
    figureOf(view, measure, view.report.sleep_averages?.[measure] ?? null, [nightsNote(view, measure)]),
  );

const ofSeveralNights = (view: ReportView, figures: readonly Figure[]): Html => {
  const nights = view.days.filter(({ sleep }) => sleep?.bedtime || sleep?.wake_time).length;
  return html`<div class="plots">${nightsPlot(view.locale, view.columns, plotPeriod(view, nights))}${stagesPlot(view)}</div>
${furtherFigures(figures)}`;
};

const ofOneNight = (view: ReportView, figures: readonly Figure[]): Html =>
  html`<div class="plots">${stagesOfTheNight(view)}${furtherFigures(figures)}</div>
${view.days.map(({ sleep }) => sleep && measuredSource(view.locale, sleep, view.locale.words.sleep))}`;
