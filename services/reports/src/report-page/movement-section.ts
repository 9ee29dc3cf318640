import { ACTIVITY_FIGURES, MAIN_ACTIVITY_FIGURES, mainFirst } from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { barPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { measuredSource, workouts } from './day-records.ts';
import { averageLine, averageNote, includesToday } from './view/averages.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from './view/figures.ts';
import { plotPeriod, type ReportView } from './view/report-view.ts';

/** How the person moved: figures over the days that state them, and plots. */
export const movementSection = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  const figures = activityFigures(view);
  return html`<section id="movement"><h2>${words.movement}</h2>
${averageLine(
  view,
  figures,
  report.activity_averages?.days ?? 0,
  words.countedDays,
  includesToday(view, ({ activity }) => activity),
)}
${report.activity_averages === null && html`<p class="muted">${words.noMovement}</p>`}
${mainFigures(locale, figures)}
${report.activity_averages && report.period !== 'daily' && plots(view)}
${furtherFigures(figures)}
${report.period === 'daily' && ofOneDay(view)}
</section>`;
};

const plots = (view: ReportView): Html =>
  html`<div class="plots">${MAIN_ACTIVITY_FIGURES.map((measure) => measurePlot(view, measure))}</div>`;

const ofOneDay = ({ locale, days }: ReportView) =>
  days.map(
    ({ activity }) =>
      activity &&
      html`${workouts(locale, activity)}${measuredSource(locale, activity, locale.words.movement)}`,
  );

const activityFigures = (view: ReportView): Figure[] => {
  const { locale, report, days } = view;
  const averages = report.activity_averages;
  return mainFirst(ACTIVITY_FIGURES).map((measure) => {
    const statedOn = ({ activity }: PageDay) => activity?.[measure] ?? null;
    const stated = days.filter((pageDay) => statedOn(pageDay) !== null).length;
    return figureOf(view, measure, averages?.[measure] ?? null, [
      averageNote(view, stated, averages?.days ?? 0, locale.words.countedDays, includesToday(view, statedOn)),
    ]);
  });
};

/** A measure as a bar for each day. */
const measurePlot = (view: ReportView, measure: (typeof MAIN_ACTIVITY_FIGURES)[number]): Html => {
  const { locale, columns } = view;
  const { words } = locale;
  const bars = columns.map((column) => {
    const { activity } = column.pageDay;
    return { ...column, values: activity && [activity[measure]] };
  });
  return barPlot(locale, {
    id: measure.replace(/_.*/, ''),
    title: words.plots[measure],
    unit: locale.unit(measure),
    period: plotPeriod(view, bars.filter(({ values }) => typeof values?.[0] === 'number').length),
    columnHead: words.dayColumn,
    bars,
    series: [{ name: locale.names[measure], shade: 1 }],
    target: targetOf(view, measure),
    measure,
  });
};
