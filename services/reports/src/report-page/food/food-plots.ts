import { MACROS } from 'shared/contract/measures.ts';
import type { Totals } from 'shared/contract/operations/meals.ts';
import { breakdown } from 'shared/pages/figures/food-tables.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import type { BarPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { idBeside } from 'shared/pages/figures/plots/beside.ts';
import { haveRoom, ofDays, plotWords } from 'shared/pages/figures/plots/columns.ts';
import {
  type Beside,
  mealClockPlot,
  mealName,
  mealTimesPlot,
  mostEnergy,
} from 'shared/pages/figures/plots/meal-plots.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { barPlots, periodName, periodsOf, titleBeside } from '../view/compared.ts';
import { type PeriodView, plotPeriod, type ReportView } from '../view/report-view.ts';

/** Food over several days. */
export const periodPlots = (view: ReportView): Html =>
  html`${barPlots(view, energyPlot)}${barPlots(view, dailyMacrosPlot)}${mealTimes(view)}${periodsOf(view).map(
    (period) =>
      period.report.totals &&
      breakdown(
        view.locale,
        period.report.meal_breakdown,
        titleBeside(view, period, view.locale.words.breakdown),
      ),
  )}`;

const energyPlot = (period: PeriodView): BarPlot => {
  const { locale, columns } = period;
  const { columnHead, withAverage } = plotWords(period.locale, period.plottedBy);
  return {
    id: 'energy',
    title: locale.words.plots.energy,
    unit: withAverage(locale.unit('kcal')),
    period: plotPeriod(period, period.report.days_with_meals),
    columnHead,
    bars: columns.map((column) => ({
      ...column,
      values: column.pageDay.totals && [column.pageDay.totals.kcal],
      ofDays: ofDays(locale, column, ({ totals }) => totals !== null),
    })),
    series: [{ name: locale.names.kcal, shade: 1 }],
    target: targetOf(period, 'kcal'),
    measure: 'kcal',
  };
};

const dailyMacrosPlot = (period: PeriodView): BarPlot => {
  const { locale, columns } = period;
  const { columnHead, withAverage } = plotWords(period.locale, period.plottedBy);
  return {
    ...macrosPlot(locale),
    title: locale.words.plots.macros,
    unit: withAverage(locale.unit('protein_g')),
    period: plotPeriod(period, period.report.days_with_meals),
    columnHead,
    bars: columns.map((column) => ({
      ...column,
      values: macrosOf(column.pageDay.totals),
      ofDays: ofDays(locale, column, ({ totals }) => totals !== null),
    })),
  };
};

/** How plots of meals stand beside each other; alone they need not say whose they are. */
const besideOf = (view: ReportView, period: PeriodView, place: number): Beside | undefined =>
  view.other && {
    id: idBeside('meal-times', place),
    title: titleBeside(view, period, view.locale.words.plots.meals),
    most: mostEnergy(periodsOf(view).flatMap(({ days }) => days.flatMap(({ meals }) => meals))),
  };

const mealTimes = (view: ReportView): Html[] =>
  periodsOf(view).map((period, place) =>
    mealTimesPlot(
      view.locale,
      period.columns,
      plotPeriod(period, period.report.days_with_meals),
      besideOf(view, period, place),
    ),
  );

/** The meals of one day. */
export const dayPlots = (view: ReportView): Html => {
  const clocks = periodsOf(view).map((period, place) =>
    mealClockPlot(
      view.locale,
      { meals: period.days.flatMap(({ meals }) => meals) },
      periodName(period),
      besideOf(view, period, place),
    ),
  );
  return html`${clocks}${barPlots(view, macrosByMealPlot)}`;
};

const macrosByMealPlot = (period: PeriodView): BarPlot => {
  const { locale, days } = period;
  const meals = days.flatMap((day) => day.meals);
  return {
    ...macrosPlot(locale),
    title: locale.words.plots.macrosByMeal,
    period: periodName(period),
    columnHead: locale.words.mealColumn,
    bars: meals.map((meal, index) => ({
      key: String(index),
      name: mealName(locale, meal),
      ...(haveRoom(meals) && { tick: [meal.clock_time] }),
      upcoming: false,
      values: macrosOf(meal.totals),
    })),
  };
};

/** What both plots of the macronutrients have in common. */
const macrosPlot = ({ names, unit }: Locale) => ({
  id: 'macros',
  unit: unit('protein_g'),
  series: MACROS.map((field, index) => ({ name: names[field], shade: index + 1 })),
  // All three are written alike, in grams.
  measure: 'protein_g' as const,
});

const macrosOf = (totals: Pick<Totals, (typeof MACROS)[number]> | null) =>
  totals && MACROS.map((field) => totals[field]);
