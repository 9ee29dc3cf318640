import { MEASURES, NUTRIENTS } from 'shared/contract/measures.ts';
import type { Targets } from 'shared/contract/operations/days.ts';
import type { Meal, Totals } from 'shared/contract/operations/meals.ts';
import { coverage, knownAmount } from 'shared/pages/figures/coverage.ts';
import { type Html, html, namesInARow } from 'shared/pages/figures/html.ts';
import { breakable, type Locale } from 'shared/pages/figures/locale.ts';
import { mealClockPlot } from 'shared/pages/figures/plots/meal-plots.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { button } from '../frame/button.ts';
import type { Frame } from '../frame/frame.ts';
import { clockIn, titleOf } from '../record/record-card.ts';
import {
  type AnyRecord,
  type DayRecords,
  isActivity,
  isMeal,
  isNote,
  recordsOf,
} from '../record/stored-records.ts';

/** A day as its tools answer it; of `list_meals` there are meals alone. */
export type Day = DayRecords & {
  day: string;
  profile_id: string;
  time_zone: string | null;
  totals: Totals | null;
  targets: Targets | null;
};

/** A day: what it adds up to, when it was eaten, and its records, each with the way to its card. */
export const dayCard = (frame: Frame, day: Day): Html => {
  const locale = frame.locale();
  const { cards } = frame.words();
  const title = locale.period('daily', day.day, day.day);
  const records = recordsOf(day);
  return html`<h1>${title}</h1>
${frame.can('serverTools') && html`<div class="actions">${button('step', cards.dayBefore, { by: '-1' })}${button('step', cards.dayAfter, { by: '1' })}</div>`}
${records.length === 0 && html`<p class="muted">${day.time_zone ? cards.emptyDay : locale.words.noFood}</p>`}
${day.totals && figures(locale, day, day.totals)}
${day.meals.length > 0 && html`<h2 class="hidden">${locale.words.food}</h2>`}${mealClockPlot(locale, { meals: day.meals.map((meal) => ({ ...meal, clock_time: clockOf(meal, day) })) }, title)}
<ul class="items">${records.map((record) => html`<li>${recordRow(frame, day, record)}</li>`)}</ul>`;
};

/** The time of day of a meal, for a place on the axis. */
const clockOf = (meal: Meal, { time_zone }: Day): string => clockIn(meal.eaten_at, time_zone).slice(0, 5);

/** What the day's meals add up to: the main figures, and those with a target beside it. */
const figures = (locale: Locale, { targets }: Day, totals: Totals): Html => {
  const shown = NUTRIENTS.flatMap((measure) => {
    const target = targetOf({ locale, report: { targets } }, measure);
    const value = totals[measure];
    if (!target && !(MEASURES[measure].main && value !== null)) return [];
    const written = value === null ? locale.words.noRecord : knownAmount(locale, totals, measure, value);
    const notes = [target?.text, value !== null && coverage(locale, totals, measure)].filter(Boolean);
    return html`<div><dt>${locale.names[measure]}</dt><dd><strong>${breakable(written)}</strong>${notes.map((note) => html` <small>${note}</small>`)}</dd></div>`;
  });
  return html`<dl class="main-figures">${shown}</dl>`;
};

const recordRow = (frame: Frame, { time_zone }: Day, record: AnyRecord): Html => {
  const locale = frame.locale();
  const { cards } = frame.words();
  const title = titleOf(locale, cards.note, record);
  const moment = isMeal(record) ? record.eaten_at : isNote(record) && record.recorded_at;
  const time = moment && clockIn(moment, time_zone);
  return html`<div class="item"><p><span>${time && html`<time>${time}</time> `}${title}</span> <b>${mainFigure(locale, record)}</b></p>
<div><small>${isMeal(record) && namesInARow(record.items.map(({ name }) => name))}${isNote(record) && html`<bdi>${record.text}</bdi>`}</small></div>
<button type="button" class="plain" id="show-${record.id}" data-act="show" data-record="${record.id}">${cards.open}<span class="hidden">: ${[time, title].filter(Boolean).join(' ')}</span></button></div>`;
};

const mainFigure = (locale: Locale, record: AnyRecord): string | undefined => {
  if (isMeal(record)) return locale.measure('kcal', record.totals.kcal);
  if (isNote(record)) return undefined;
  if (isActivity(record))
    return record.steps === null ? undefined : locale.counted(record.steps, locale.words.countedSteps);
  return record.asleep_minutes === null
    ? undefined
    : locale.words.asleepFor(locale.measure('asleep_minutes', record.asleep_minutes));
};
