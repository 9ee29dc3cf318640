import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { activityFigures, sleepFigures, workouts } from 'shared/pages/figures/measured-figures.ts';
import { sourceLine } from 'shared/pages/figures/source-line.ts';
import type { PageActivity, PageSleep } from '../report-data/present-records.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { type Foods, mealsTable } from './food/meals-table.ts';

/** The records of one of several days: the meals, and beside them movement and sleep. */
export const dayRecords = (locale: Locale, pageDay: PageDay, foods: Foods): Html => {
  const { words } = locale;
  const { meals, activity, sleep } = pageDay;
  const measures = [
    activity && html`<section><h4>${words.movement}</h4>${activityOf(locale, activity)}</section>`,
    sleep && html`<section><h4>${words.sleep}</h4>${sleepOf(locale, sleep)}</section>`,
  ];
  return html`<div class="records">
${meals.length > 0 && mealsTable(locale, pageDay, foods)}
${measures.some(Boolean) && html`<div class="measures">${measures}</div>`}
</div>`;
};

/** A day's figures in one line: `4 meals · 1,850 kcal · 8,400 steps · 7 h 12 min asleep`. */
export const dayInShort = (locale: Locale, { meal_count, totals, activity, sleep }: PageDay): string => {
  const { words } = locale;
  return [
    meal_count > 0 && locale.counted(meal_count, words.countedMeals),
    totals && locale.measure('kcal', totals.kcal),
    activity && activity.steps !== null && locale.counted(activity.steps, words.countedSteps),
    sleep &&
      sleep.asleep_minutes !== null &&
      words.asleepFor(locale.measure('asleep_minutes', sleep.asleep_minutes)),
  ]
    .filter((part) => typeof part === 'string')
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' · ');
};

const activityOf = (locale: Locale, activity: PageActivity): Html =>
  html`${activityFigures(locale, activity)}
${workouts(locale, activity)}
${measuredSource(locale, activity, locale.words.movement)}`;

const sleepOf = (locale: Locale, sleep: PageSleep): Html =>
  html`${sleepFigures(locale, sleep)}
${measuredSource(locale, sleep, locale.words.sleep)}`;

/** Where a day's activity, or a night's sleep, comes from, and the way to its page; `record` is what that is called. */
export const measuredSource = (
  locale: Locale,
  {
    source_app: source,
    confidence,
    client_name: client,
    corrected_by: corrected,
    record_path: path,
  }: PageActivity | PageSleep,
  record: string,
) => sourceLine(locale, { source, confidence, client, corrected, record, path });
