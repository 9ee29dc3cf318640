import { ACTIVITY_FIGURES, mainFirst, SLEEP_FIGURES } from '../../contract/measures.ts';
import type { Activity } from '../../contract/operations/activity.ts';
import type { Sleep } from '../../contract/operations/sleep.ts';
import { type Html, html } from './html.ts';
import type { Locale } from './locale.ts';

const row = (label: string, value: string): Html => html`<div><dt>${label}</dt> <dd>${value}</dd></div>\n`;

/** The figures that a day of activity states; nothing where it states none. */
export const activityFigures = (
  { names, measure: written }: Locale,
  activity: Pick<Activity, (typeof ACTIVITY_FIGURES)[number]>,
): Html | false => {
  const rows = mainFirst(ACTIVITY_FIGURES).map((measure) => {
    const value = activity[measure];
    return value !== null && row(names[measure], written(measure, value));
  });
  return rows.some(Boolean) && html`<dl>${rows}</dl>`;
};

/** The clock times and figures that a night states; nothing where it states none. */
export const sleepFigures = (
  { words, names, measure: written }: Locale,
  sleep: Pick<Sleep, (typeof SLEEP_FIGURES)[number] | 'bedtime' | 'wake_time'>,
): Html | false => {
  const clocks = (['bedtime', 'wake_time'] as const).map(
    (field) => sleep[field] !== null && row(words.clocks[field], sleep[field]),
  );
  const rows = mainFirst(SLEEP_FIGURES).map((measure) => {
    const value = sleep[measure];
    return value !== null && row(names[measure], written(measure, value));
  });
  return [...clocks, ...rows].some(Boolean) && html`<dl>${clocks}${rows}</dl>`;
};

/** What the person trained, with what is known of how long and how much. */
export const workouts = (locale: Locale, { workouts: list }: Pick<Activity, 'workouts'>): Html | false => {
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
