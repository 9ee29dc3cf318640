import { mapFields } from 'shared/contract/map-fields.ts';
import { MEASURES, type Measure, NUTRIENTS } from 'shared/contract/measures.ts';
import type { DaySummary, Targets } from 'shared/contract/operations/days.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { knownAmount } from 'shared/pages/figures/coverage.ts';
import { breakdown, topFoods } from 'shared/pages/figures/food-tables.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { breakable, type Locale } from 'shared/pages/figures/locale.ts';
import { barPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { plotColumns, plottedBy, plotWords } from 'shared/pages/figures/plots/columns.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { sum } from 'shared/records/totals.ts';
import { button } from '../frame/button.ts';
import type { Frame } from '../frame/frame.ts';

type PlottedFigure = 'kcal' | 'steps' | 'asleep_minutes';
/** What is plotted of a day, or of a week or a month on average; null is not recorded. */
type PlottedDay = { day: string } & Record<PlottedFigure, number | null>;

/** What `get_report` answers, or of `list_days` its days. */
export type Shown = { from: string; to: string; profile_id: string; days: PlottedDay[]; report?: Report };

/** Reads the answer of either tool. */
export const readShown = (data: object): Shown => {
  if ('meal_breakdown' in data) {
    const report = data as Report;
    return { ...report, report };
  }
  const { days, ...range } = data as Shown & { days: (DaySummary | PlottedDay)[] };
  return {
    ...range,
    days: (days as DaySummary[]).map(({ day, totals, activity, sleep }) => ({
      day,
      kcal: totals?.kcal ?? null,
      steps: activity?.steps ?? null,
      asleep_minutes: sleep?.asleep_minutes ?? null,
    })),
  };
};

/** Further ones are on the page. */
const FOODS = 5;

/** A report: its averages, its plots, and its tables; of `list_days` the plots. */
export const reportCard = (frame: Frame, shown: Shown): Html => {
  const locale = frame.locale();
  const { report, from, to } = shown;
  const kind = report && report.period !== 'range' ? report.period : 'weekly';
  const period = locale.period(kind, from, to);
  return html`<h1>${period} ${report && html`<small><bdi>${report.profile_name}</bdi></small>`}</h1>
<h2 class="hidden">${locale.words.glance}</h2>
${report && averages(locale, report)}
<div class="plots">${plots(locale, shown, period)}${report && report.meal_count > 0 && breakdown(locale, report.meal_breakdown)}</div>
${report && report.top_foods.length > 0 && topFoods(locale, report.top_foods.slice(0, FOODS))}
${frame.can('serverTools') && rangeFields(frame, shown)}
${frame.can('openLinks') && html`<div class="actions">${button('open-report', frame.words().cards.openReport)}</div>`}`;
};

const rangeFields = (frame: Frame, { from, to }: Shown): Html => {
  const { cards } = frame.words();
  const field = (name: string, label: string, value: string): Html =>
    html`<div class="field"><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${value}"></div>`;
  return html`<div class="inline" data-entries>${field('from', cards.from, from)}${field('to', cards.to, to)}${button('range', cards.show)}</div>`;
};

/** The averages of the main figures, each over the days or nights that state it. */
const averages = (locale: Locale, report: Report): Html => {
  const { words } = locale;
  const food = report.averages;
  const { activity_averages: activity, sleep_averages: sleep } = report;
  const eaten = NUTRIENTS.filter((one) => MEASURES[one].main).map(
    (one) =>
      food && food[one] !== null && figure(locale, report, one, knownAmount(locale, food, one, food[one])),
  );
  const moved =
    activity?.steps != null && figure(locale, report, 'steps', locale.measure('steps', activity.steps));
  const slept =
    sleep?.asleep_minutes != null &&
    figure(locale, report, 'asleep_minutes', locale.measure('asleep_minutes', sleep.asleep_minutes));
  return html`${report.days_with_meals > 0 && html`<p class="average">${words.average(locale.counted(report.days_with_meals, words.countedDays))}</p>`}
<dl class="main-figures">${eaten}${moved}${slept}</dl>`;
};

const figure = (
  locale: Locale,
  report: { targets: Targets | null },
  measure: Measure,
  value: string,
): Html => {
  const target = targetOf({ locale, report }, measure);
  return html`<div><dt>${locale.names[measure]}</dt><dd><strong>${breakable(value)}</strong>${target && html` <small>${target.text}</small>`}</dd></div>`;
};

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

const plots = (locale: Locale, shown: Shown, period: string): Html[] => {
  const { words, names } = locale;
  const targets = shown.report?.targets ?? null;
  const { columnHead, withAverage } = plotWords(locale, plottedBy(shown.days.length));
  const today = new Date().toISOString().slice(0, 10);
  const columns = plotColumns(locale, shown.days, today, onAverage);
  const plot = (of: PlottedFigure, title: string, inHours = false): Html =>
    barPlot(locale, {
      id: of,
      title,
      unit: withAverage(inHours ? words.plotUnits.hours : locale.unit(of)),
      period,
      columnHead,
      bars: columns.map((column) => {
        const value = column.pageDay[of];
        return { ...column, values: value === null ? null : [value] };
      }),
      series: [{ name: names[of], shade: 1 }],
      target: targetOf({ locale, report: { targets } }, of),
      measure: of,
      inHours,
    });
  return [
    plot('kcal', words.plots.energy),
    plot('steps', words.plots.steps),
    plot('asleep_minutes', names.asleep_minutes, true),
  ];
};
