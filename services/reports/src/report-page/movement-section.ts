import { ACTIVITY_FIGURES, MAIN_ACTIVITY_FIGURES, mainFirst } from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { workouts } from 'shared/pages/figures/measured-figures.ts';
import type { BarPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { ofDays, plotWords } from 'shared/pages/figures/plots/columns.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { measuredSource } from './day-records.ts';
import { averageLine, averageNote, includesToday, restsOnDays } from './view/averages.ts';
import { barPlots, comparedFigures, periodsOf } from './view/compared.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from './view/figures.ts';
import { type PeriodView, plotPeriod, type ReportView } from './view/report-view.ts';

/** How the person moved: figures over the days that state them, and plots. */
export const movementSection = (view: ReportView): Html => {
  const { locale, report, other } = view;
  const { words } = locale;
  const figures = activityFigures(view);
  return html`${averageLine(
    view,
    figures,
    report.activity_averages?.days ?? 0,
    words.countedDays,
    includesToday(view, ({ activity }) => activity),
  )}
${report.activity_averages === null && html`<p class="muted">${words.noMovement}</p>`}
${other ? comparedFigures(view, activityFigures) : mainFigures(locale, figures)}
${report.period !== 'daily' && plots(view)}
${!other && furtherFigures(figures)}
${report.period === 'daily' && ofOneDay(view)}`;
};

const plots = (view: ReportView): Html | false =>
  periodsOf(view).some((period) => period.report.activity_averages !== null) &&
  html`<div class="plots">${MAIN_ACTIVITY_FIGURES.map((measure) => barPlots(view, (period) => measurePlot(period, measure)))}</div>`;

const ofOneDay = ({ locale, days }: ReportView) =>
  days.map(
    ({ activity }) =>
      activity &&
      html`${workouts(locale, activity)}${measuredSource(locale, activity, locale.words.movement)}`,
  );

const activityFigures = (view: PeriodView): Figure[] => {
  const { locale, report, days } = view;
  const noun = locale.words.countedDays;
  const averages = report.activity_averages;
  return mainFirst(ACTIVITY_FIGURES).map((measure) => {
    const statedOn = ({ activity }: PageDay) => activity?.[measure] ?? null;
    const stated = days.filter((pageDay) => statedOn(pageDay) !== null).length;
    return figureOf(view, measure, averages?.[measure] ?? null, {
      notes: [averageNote(view, stated, averages?.days ?? 0, noun, includesToday(view, statedOn))],
      restsOn: [restsOnDays(view, stated, noun)],
    });
  });
};

/** A measure as a bar for each day. */
const measurePlot = (view: PeriodView, measure: (typeof MAIN_ACTIVITY_FIGURES)[number]): BarPlot => {
  const { locale, columns, days } = view;
  const { columnHead, withAverage } = plotWords(view.locale, view.plottedBy);
  const isStated = ({ activity }: PageDay) => typeof activity?.[measure] === 'number';
  const { words } = locale;
  const bars = columns.map((column) => {
    const { activity } = column.pageDay;
    return {
      ...column,
      values: activity && [activity[measure]],
      ofDays: ofDays(locale, column, isStated),
    };
  });
  return {
    id: measure.replace(/_.*/, ''),
    title: words.plots[measure],
    unit: withAverage(locale.unit(measure)),
    period: plotPeriod(view, days.filter(isStated).length),
    columnHead,
    bars,
    series: [{ name: locale.names[measure], shade: 1 }],
    target: targetOf(view, measure),
    measure,
  };
};
