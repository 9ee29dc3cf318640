import { MACROS } from 'shared/contract/measures.ts';
import type { Totals } from 'shared/contract/operations/meals.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { barPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { haveRoom } from 'shared/pages/figures/plots/columns.ts';
import { mealClockPlot, mealName, mealTimesPlot } from 'shared/pages/figures/plots/meal-plots.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { plotPeriod, type ReportView } from '../view/report-view.ts';

/** Food over several days. */
export const periodPlots = (view: ReportView): Html => {
  const { locale, columns, report } = view;
  const { words } = locale;
  const period = plotPeriod(view, report.days_with_meals);
  const energy = barPlot(locale, {
    id: 'energy',
    title: words.plots.energy,
    unit: locale.unit('kcal'),
    period,
    columnHead: words.dayColumn,
    bars: columns.map((column) => ({
      ...column,
      values: column.pageDay.totals && [column.pageDay.totals.kcal],
    })),
    series: [{ name: locale.names.kcal, shade: 1 }],
    target: targetOf(view, 'kcal'),
    measure: 'kcal',
  });
  const macros = barPlot(locale, {
    ...macrosPlot(locale),
    title: words.plots.macros,
    period,
    columnHead: words.dayColumn,
    bars: columns.map((column) => ({ ...column, values: macrosOf(column.pageDay.totals) })),
  });
  return html`${energy}${macros}${mealTimesPlot(locale, columns, period)}`;
};

/** The meals of one day. */
export const dayPlots = ({ locale, report, days: [pageDay] }: ReportView): Html => {
  if (!pageDay) return html``;
  const period = locale.period('daily', report.from, report.to);
  const bars = pageDay.meals.map((meal, index) => ({
    key: String(index),
    name: mealName(locale, meal),
    ...(haveRoom(pageDay.meals) && { tick: [meal.clock_time] }),
    upcoming: false,
    values: macrosOf(meal.totals),
  }));
  const macros = barPlot(locale, {
    ...macrosPlot(locale),
    title: locale.words.plots.macrosByMeal,
    period,
    columnHead: locale.words.mealColumn,
    bars,
  });
  return html`${mealClockPlot(locale, pageDay, period)}${macros}`;
};

/** What both plots of the macronutrients have in common. */
const macrosPlot = ({ names, unit }: Locale) => ({
  id: 'macros',
  unit: unit('protein_g'),
  series: MACROS.map((field, index) => ({ name: names[field], shade: index + 1 })),
  // All three are written alike, in grams.
  measure: 'protein_g' as const,
});

const macrosOf = (totals: Totals | null) => totals && MACROS.map((field) => totals[field]);
