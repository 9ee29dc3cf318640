import { NUTRIENTS } from 'shared/contract/measures.ts';
import { coverage, knownAmount } from 'shared/pages/figures/coverage.ts';
import { breakdown, topFoods } from 'shared/pages/figures/food-tables.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { averageLine, includesToday } from '../view/averages.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from '../view/figures.ts';
import type { ReportView } from '../view/report-view.ts';
import { dayPlots, periodPlots } from './food-plots.ts';
import { mealsTable } from './meals-table.ts';

/** What was eaten: how much, when, at which meals, and which foods. */
export const foodSection = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  const figures = foodFigures(view);
  return html`<section id="food"><h2>${words.food}</h2>
${averageLine(
  view,
  figures,
  report.days_with_meals,
  words.countedDays,
  includesToday(view, ({ totals }) => totals),
)}
${report.totals === null && html`<p class="muted">${words.noFood}</p>`}
${mainFigures(locale, figures)}
${report.totals && (report.period === 'daily' ? ofOneDay(view, figures) : ofSeveralDays(view, figures))}
</section>`;
};

const ofSeveralDays = (view: ReportView, figures: readonly Figure[]): Html => {
  const { locale, report } = view;
  return html`<div class="plots">${periodPlots(view)}${breakdown(locale, report.meal_breakdown)}</div>
${furtherFigures(figures)}
${topFoods(locale, report.top_foods)}`;
};

const ofOneDay = (view: ReportView, figures: readonly Figure[]): Html =>
  html`<div class="plots">${dayPlots(view)}</div>
${furtherFigures(figures)}
${view.days.map((pageDay) => mealsTable(view.locale, pageDay, 'rows'))}`;

const foodFigures = (view: ReportView): Figure[] => {
  const { locale, report } = view;
  return NUTRIENTS.map((measure) => {
    const total = report.totals?.[measure] ?? null;
    return figureOf(view, measure, report.averages?.[measure] ?? null, [
      report.days_with_meals > 1 &&
        total !== null &&
        locale.words.inAll(knownAmount(locale, report.totals, measure, total)),
      report.totals && coverage(locale, report.totals, measure),
    ]);
  });
};
