import { NUTRIENTS } from 'shared/contract/measures.ts';
import { coverage, knownAmount } from 'shared/pages/figures/coverage.ts';
import { topFoods } from 'shared/pages/figures/food-tables.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { averageLine, includesToday, restsOnDays } from '../view/averages.ts';
import { comparedFigures, periodsOf, titleBeside } from '../view/compared.ts';
import { type Figure, figureOf, furtherFigures, mainFigures } from '../view/figures.ts';
import type { PeriodView, ReportView } from '../view/report-view.ts';
import { dayPlots, periodPlots } from './food-plots.ts';
import { mealsTable } from './meals-table.ts';

/** What was eaten: how much, when, at which meals, and which foods. */
export const foodSection = (view: ReportView): Html => {
  const { locale, report, other } = view;
  const { words } = locale;
  const figures = foodFigures(view);
  const isAny = periodsOf(view).some((period) => period.report.totals !== null);
  return html`${averageLine(
    view,
    figures,
    report.days_with_meals,
    words.countedDays,
    includesToday(view, ({ totals }) => totals),
  )}
${report.totals === null && html`<p class="muted">${words.noFood}</p>`}
${other ? comparedFigures(view, foodFigures) : mainFigures(locale, figures)}
${isAny && html`<div class="plots">${report.period === 'daily' ? dayPlots(view) : periodPlots(view)}</div>`}
${!other && furtherFigures(figures)}
${report.period === 'daily' ? view.days.map((pageDay) => report.totals && mealsTable(locale, pageDay, 'rows')) : foods(view)}`;
};

const foods = (view: ReportView): Html[] =>
  periodsOf(view).map(
    (period) =>
      html`${period.report.totals && topFoods(view.locale, period.report.top_foods, titleBeside(view, period, view.locale.words.topFoods))}`,
  );

const foodFigures = (period: PeriodView): Figure[] => {
  const { locale, report } = period;
  return NUTRIENTS.map((measure) => {
    const total = report.totals?.[measure] ?? null;
    const stated = report.totals && coverage(locale, report.totals, measure);
    return figureOf(period, measure, report.averages?.[measure] ?? null, {
      notes: [
        report.days_with_meals > 1 &&
          total !== null &&
          locale.words.inAll(knownAmount(locale, report.totals, measure, total)),
        stated,
      ],
      restsOn: [restsOnDays(period, report.days_with_meals, locale.words.countedDays), stated],
    });
  });
};
