import { type Html, html } from 'shared/pages/html.ts';
import { averageLine, figureOf } from './averages.ts';
import { coverage } from './coverage.ts';
import { drawFigures } from './figures.ts';
import { dayPlots, periodPlots } from './food-plots.ts';
import { breakdown, topFoods } from './food-tables.ts';
import { mealsTable } from './meals-table.ts';
import { NUTRIENTS } from './measures.ts';
import type { ReportView } from './report-view.ts';

/** What was eaten: how much, when, at which meals, and which foods. */
export const foodSection = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  return html`<section><h2>${words.food}</h2>
${averageLine(view, report.days_with_meals, words.countedDays)}
${report.totals === null && html`<p class="muted">${words.noFood}</p>`}
${foodFigures(view)}
${report.totals && (report.period === 'daily' ? ofOneDay(view) : ofSeveralDays(view))}
</section>`;
};

const ofSeveralDays = (view: ReportView): Html => {
  const { locale, report } = view;
  return html`<div class="plots">${periodPlots(view)}${breakdown(locale, report.meal_breakdown)}</div>
${topFoods(locale, report.top_foods)}`;
};

const ofOneDay = (view: ReportView): Html =>
  html`<div class="plots">${dayPlots(view)}</div>
${view.days.map((record) => mealsTable(view.locale, record, 'rows'))}`;

const foodFigures = (view: ReportView): Html => {
  const { locale, report } = view;
  const figures = NUTRIENTS.map((measure) => {
    const total = report.totals?.[measure] ?? null;
    return figureOf(view, measure, report.averages?.[measure] ?? null, [
      report.period !== 'daily' && total !== null && locale.words.inAll(locale.measure(measure, total)),
      report.totals && coverage(locale, report.totals, measure),
    ]);
  });
  return drawFigures(locale, figures);
};
