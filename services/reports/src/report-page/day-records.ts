import { ACTIVITY_FIGURES, mainFirst, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
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

const activityOf = (locale: Locale, activity: PageActivity): Html => {
  const { words } = locale;
  const rows = mainFirst(ACTIVITY_FIGURES).map((measure) => {
    const value = activity[measure];
    return value !== null && row(locale.names[measure], locale.measure(measure, value));
  });
  return html`${rows.some(Boolean) && html`<dl>${rows}</dl>`}
${workouts(locale, activity)}
${measuredSource(locale, activity, words.movement)}`;
};

/** What the person trained, with what is known of how long and how much. */
export const workouts = (locale: Locale, { workouts: list }: PageActivity): Html | false => {
  const items = list.map(({ type, minutes, kcal }) => {
    const amounts = [
      minutes !== null && locale.measure('exercise_minutes', minutes),
      kcal !== null && locale.measure('active_kcal', kcal),
    ].filter(Boolean);
    return html`<li><bdi>${type}</bdi>${amounts.length > 0 && `: ${amounts.join(', ')}`}</li>`;
  });
  return (
    items.length > 0 &&
    html`<p class="list-head">${locale.words.workouts}</p><ul class="workouts">${items}</ul>`
  );
};

const sleepOf = (locale: Locale, sleep: PageSleep): Html => {
  const { words } = locale;
  const rows = mainFirst(SLEEP_FIGURES).map((measure) => {
    const value = sleep[measure];
    return value !== null && row(locale.names[measure], locale.measure(measure, value));
  });
  const clocks = (['bedtime', 'wake_time'] as const).map(
    (field) => sleep[field] !== null && row(words.clocks[field], sleep[field]),
  );
  return html`${[...clocks, ...rows].some(Boolean) && html`<dl>${clocks}${rows}</dl>`}
${measuredSource(locale, sleep, words.sleep)}`;
};

const row = (label: string, value: string): Html => html`<div><dt>${label}</dt> <dd>${value}</dd></div>\n`;

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
