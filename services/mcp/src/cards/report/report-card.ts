import { mapFields } from 'shared/contract/map-fields.ts';
import { MEASURES, type Measure, NUTRIENTS } from 'shared/contract/measures.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { type ComparedFigure, comparedFigures } from 'shared/pages/figures/compared-figures.ts';
import { knownAmount } from 'shared/pages/figures/coverage.ts';
import { breakdown, topFoods } from 'shared/pages/figures/food-tables.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { breakable, type Locale } from 'shared/pages/figures/locale.ts';
import type { BarPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { barPlotsBeside, titleBeside } from 'shared/pages/figures/plots/beside.ts';
import { ofDays, plotColumns, plottedBy, plotWords } from 'shared/pages/figures/plots/columns.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { sum } from 'shared/records/totals.ts';
import { button } from '../frame/button.ts';
import type { Frame } from '../frame/frame.ts';
import { countStated, type PlottedDay, type PlottedFigure, type ShownDays, todayOf } from './shown-days.ts';

/** Further ones are on the page. */
const FOODS = 5;

/** A report: its averages, its plots, and its tables; of `list_days` the plots. With it the days before, where they stand beside it. */
export const reportCard = (frame: Frame, shown: ShownDays, before: ShownDays | undefined): Html => {
  const locale = frame.locale();
  const { report } = shown;
  const periods = before ? [shown, before] : [shown];
  return html`<h1>${periodName(locale, shown)} ${report && html`<small><bdi>${report.profile_name}</bdi></small>`}</h1>
${frame.can('serverTools') && html`<div class="actions">${button('step', locale.words.earlier, { by: '-1' })}${shown.to < todayOf(shown) && button('step', locale.words.later, { by: '1' })}</div>`}
${before && html`<p class="muted">${frame.words().range.compared(periodName(locale, before))}</p>`}
<h2 class="hidden">${locale.words.glance}</h2>
${report && (before ? compared(locale, periods) : averages(locale, shown, report))}
<div class="plots">${plots(locale, periods)}${periods.map((period) => breakdownOf(locale, period, periods.length > 1))}</div>
${report && report.top_foods.length > 0 && topFoods(locale, report.top_foods.slice(0, FOODS))}
${frame.can('serverTools') && otherDays(frame, shown, before !== undefined)}
${frame.can('openLinks') && html`<div class="actions">${button('open-report', frame.words().cards.openReport)}</div>`}`;
};

const periodName = (locale: Locale, { report, from, to }: ShownDays): string =>
  locale.period(report && report.period !== 'range' ? report.period : 'weekly', from, to);

/** The ways to any other days, and to a comparison. */
const otherDays = (frame: Frame, { from, to }: ShownDays, isCompared: boolean): Html => {
  const { range } = frame.words();
  const field = (name: string, label: string, value: string): Html =>
    html`<div class="field"><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${value}"></div>`;
  return html`<div class="actions">${isCompared ? button('alone', range.withoutComparison) : button('compare', range.compare)}</div>
<div class="inline" data-entries>${field('from', range.from, from)}${field('to', range.to, to)}${button('range', range.show)}</div>`;
};

/** The averages of the main figures, each over the days or nights that state it. */
const averages = (locale: Locale, shown: ShownDays, report: Report): Html => {
  const { words } = locale;
  const average = words.average(locale.counted(report.days_with_meals, words.countedDays));
  const isOver = shown.days.every(({ day, kcal }) => day !== todayOf(shown) || kcal === null);
  const figures = figuresOf(locale, shown, report).filter(({ value }) => value !== null);
  return html`${report.days_with_meals > 0 && html`<p class="average">${isOver ? average : words.withToday(average)}</p>`}
<dl class="main-figures">${figures.map(
    ({ label, value, target }) =>
      html`<div><dt>${label}</dt><dd><strong>${breakable(value ?? '')}</strong>${target && html` <small>${target.text}</small>`}</dd></div>`,
  )}</dl>`;
};

/** The same of two periods, side by side. */
const compared = (locale: Locale, periods: readonly ShownDays[]): Html | false =>
  comparedFigures(
    locale,
    locale.words.figureColumn,
    periods.map((period) => ({
      name: periodName(locale, period),
      figures: period.report ? figuresOf(locale, period, period.report) : [],
    })),
  );

const figuresOf = (locale: Locale, shown: ShownDays, report: Report): ComparedFigure[] => {
  const { words } = locale;
  const figure = (measure: Measure, value: string | null, restsOn: string): ComparedFigure => ({
    label: locale.names[measure],
    value,
    target: targetOf({ locale, report }, measure),
    restsOn: [restsOn],
  });
  const { averages: food, activity_averages: activity, sleep_averages: sleep } = report;
  const daysWithMeals = locale.counted(report.days_with_meals, words.countedDays);
  const eaten = NUTRIENTS.filter((one) => MEASURES[one].main).map((one) => {
    const value = food?.[one] ?? null;
    return figure(one, value === null ? null : knownAmount(locale, food, one, value), daysWithMeals);
  });
  const measured = (
    one: 'steps' | 'asleep_minutes',
    value: number | null | undefined,
    noun: typeof words.countedDays,
  ) =>
    figure(
      one,
      value == null ? null : locale.measure(one, value),
      locale.counted(countStated(shown, one), noun),
    );
  return [
    ...eaten,
    measured('steps', activity?.steps, words.countedDays),
    measured('asleep_minutes', sleep?.asleep_minutes, words.countedNights),
  ];
};

const breakdownOf = (locale: Locale, shown: ShownDays, isBeside: boolean): Html | false | undefined =>
  shown.report &&
  shown.report.meal_count > 0 &&
  breakdown(
    locale,
    shown.report.meal_breakdown,
    titleBeside(locale.words.breakdown, periodName(locale, shown), isBeside),
  );

/** Several days as one, each figure over the days that state it. */
const onAverage = (days: readonly PlottedDay[]): PlottedDay => {
  const average = (figure: PlottedFigure): number | null => {
    const stated = days.map((day) => day[figure]).filter((value) => value !== null);
    return stated.length > 0 ? sum(stated) / stated.length : null;
  };
  return {
    day: days[0]?.day ?? '',
    ...mapFields(['kcal', 'steps', 'asleep_minutes'] as const, average),
  };
};

const plots = (locale: Locale, periods: readonly ShownDays[]): Html[] => {
  const { words, names } = locale;
  const drawn = periods.map((shown) => ({
    shown,
    periodName: periodName(locale, shown),
    columns: plotColumns(locale, shown.days, todayOf(shown), onAverage),
  }));
  const { columnHead, withAverage } = plotWords(locale, plottedBy(periods[0]?.days.length ?? 0));
  const plotsOf = (of: PlottedFigure, title: string, inHours = false): Html =>
    barPlotsBeside(
      locale,
      drawn.map(({ shown, periodName, columns }) => {
        const plot: BarPlot = {
          id: of,
          title,
          unit: withAverage(inHours ? words.plotUnits.hours : locale.unit(of)),
          period: periodName,
          columnHead,
          bars: columns.map((column) => {
            const value = column.pageDay[of];
            const stated = ofDays(locale, column, (day) => day[of] !== null);
            return { ...column, values: value === null ? null : [value], ofDays: stated };
          }),
          series: [{ name: names[of], shade: 1 }],
          target: targetOf({ locale, report: { targets: shown.report?.targets ?? null } }, of),
          measure: of,
          inHours,
        };
        return { plot, periodName };
      }),
    );
  return [
    plotsOf('kcal', words.plots.energy),
    plotsOf('steps', words.plots.steps),
    plotsOf('asleep_minutes', names.asleep_minutes, true),
  ];
};
