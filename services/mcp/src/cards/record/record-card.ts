import { MACROS } from 'shared/contract/measures.ts';
import type { Meal, MealItem } from 'shared/contract/operations/meals.ts';
import { optionalTotals } from 'shared/pages/figures/coverage.ts';
import { foodDetails } from 'shared/pages/figures/food-details.ts';
import { type Html, html, joined } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { activityFigures, sleepFigures, workouts } from 'shared/pages/figures/measured-figures.ts';
import { noteText } from 'shared/pages/figures/note-text.ts';
import { sourceLine } from 'shared/pages/figures/source-line.ts';
import { button } from '../frame/button.ts';
import type { Frame } from '../frame/frame.ts';
import { type AnyRecord, type Entry, isActivity, isMeal, isNote } from './stored-records.ts';

/** Between figures; it ends a line and begins none. */
const DOT = '\u00a0· ';

/** Which item's fields are open, if any. */
export type OpenItem = { record: string; item: string } | undefined;

type Shown = {
  frame: Frame;
  entry: Entry;
  open: OpenItem;
  /** Whether it stands in the card of its day, with the way back. */
  isInDay?: boolean;
};

/**
 * The clock of a moment in its own offset: `13:05`. One in UTC says nothing of the place: it is shown in the zone of the diary where that is
 * known, and says that it is UTC where not.
 */
export const clockIn = (moment: string, timeZone: string | null): string => {
  if (!moment.endsWith('Z')) return moment.slice(11, 16);
  if (!timeZone) return `${moment.slice(11, 16)}\u00a0UTC`;
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
};

/** What a record is, for a heading: `Lunch`, `Sleep`. */
export const titleOf = ({ words }: Locale, note: string, record: AnyRecord): string => {
  if (isMeal(record)) return words.mealTypes[record.meal_type];
  if (isNote(record)) return note;
  return isActivity(record) ? words.movement : words.sleep;
};

const timeOf = (record: AnyRecord): string | undefined => {
  if (isMeal(record)) return clockIn(record.eaten_at, null);
  return isNote(record) ? clockIn(record.recorded_at, null) : undefined;
};

/** A record: what is stored of it, how much of that is known and whose estimate it is, and what can be done to it. */
export const recordCard = (shown: Shown): Html => {
  const { frame, entry } = shown;
  const { cards } = frame.words();
  const { id, record, state } = entry;
  const locale = frame.locale();
  const back = shown.isInDay && button('back', cards.back);
  const heading =
    record &&
    html`<h1>${titleOf(locale, cards.note, record)} <small>${joined([timeOf(record), locale.day(record.day)].filter(Boolean), ' · ')}</small></h1>`;
  if (state === 'stored')
    return html`<article>${heading}
${record && content(shown, record)}
<div class="actions">${back}${frame.can('serverTools') && button('delete', cards.delete, { record: id }, 'removes')}</div></article>`;
  const isKept = state === 'deleted';
  return html`<article>${heading}<p>${cards.record[state]} ${isKept && cards.kept}</p>
<div class="actions">${back}${isKept && frame.can('serverTools') && button('put-back', cards.putBack, { record: id })}</div></article>`;
};

const content = (shown: Shown, record: AnyRecord): Html => {
  const locale = shown.frame.locale();
  if (isMeal(record)) return mealContent(shown, record);
  if (isNote(record)) {
    const note = { ...record, clock_time: clockIn(record.recorded_at, null) };
    return noteText(locale, note, source(locale, record));
  }
  const figures = isActivity(record)
    ? html`${activityFigures(locale, record)}${workouts(locale, record)}`
    : sleepFigures(locale, record);
  return html`<div class="measures">${figures}</div>${source(locale, record)}`;
};

/** Where its figures come from, as on the report's page; the person that reads a card is the one that corrects. */
const source = (locale: Locale, record: AnyRecord): Html | false =>
  sourceLine(locale, {
    ...('model' in record && (isNote(record) ? { sorter: record.model } : { model: record.model })),
    ...('source_app' in record && { source: record.source_app }),
    ...('confidence' in record && { confidence: record.confidence }),
    client: record.client_name,
    corrected: record.updated_by?.by === 'person' ? 'you' : null,
    record: '',
    path: undefined,
  });

const mealContent = (shown: Shown, meal: Meal): Html => {
  const { frame } = shown;
  const locale = frame.locale();
  const { cards } = frame.words();
  const { totals, items, description, notes } = meal;
  return html`${description && html`<p class="words" dir="auto">${description}</p>`}
<ul class="items">${items.map((item) => html`<li>${itemRow(shown, meal, item)}</li>`)}</ul>
<section class="totals"><h2>${locale.words.total}</h2>
<p><strong>${locale.measure('kcal', totals.kcal)}</strong> <span>${MACROS.map((macro) => locale.named(macro, totals[macro])).join(DOT)}</span></p>
${optionalTotals(locale, totals).map((line) => html`<small>${line}</small>`)}</section>
${frame.can('serverTools') && items.length > 1 && html`<div class="actions" role="group" aria-label="${cards.wholeMeal}"><span>${cards.wholeMeal}</span>${amounts(frame, { record: meal.id })}</div>`}
${notes && html`<p class="words" dir="auto">${notes}</p>`}
${source(locale, meal)}`;
};

/** Half and double, of an item or of the whole meal. */
const amounts = (frame: Frame, of: Record<string, string>): Html => {
  const { cards } = frame.words();
  return html`<div class="actions">${button('multiply', cards.half, { ...of, by: '0.5' })}${button('multiply', cards.double, { ...of, by: '2' })}</div>`;
};

const itemRow = (shown: Shown, meal: Meal, item: MealItem): Html => {
  const { frame, open } = shown;
  const locale = frame.locale();
  const { cards } = frame.words();
  const isOpen = open?.record === meal.id && open.item === item.id;
  const macros = MACROS.map((macro) => locale.named(macro, item[macro]));
  return html`<div class="item"><p><bdi>${item.name}</bdi> <b>${locale.measure('kcal', item.kcal)}</b></p>
<div><small>${joined(foodDetails(locale, item), DOT)}</small> <small>${macros.join(DOT)}</small></div>
${frame.can('serverTools') && html`<button type="button" class="plain" id="change-${meal.id}-${item.id}" data-act="open" data-record="${meal.id}" data-item="${item.id}" aria-expanded="${String(isOpen)}">${isOpen ? cards.close : cards.change}<span class="hidden">: ${item.name}</span></button>`}</div>
${isOpen && itemFields(shown, meal, item)}`;
};

const itemFields = ({ frame }: Shown, meal: Meal, item: MealItem): Html => {
  const { cards } = frame.words();
  const of = { record: meal.id, item: item.id };
  const field = (name: string, label: string, value: string, numeric: boolean): Html =>
    html`<div class="inline" data-entries><div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" autocomplete="off"${numeric && html` inputmode="decimal"`}></div>${button(`set-${name}`, numeric ? cards.setWeight : cards.rename, of)}</div>`;
  return html`<div class="fields-of-item">
${amounts(frame, of)}
${item.weight_g !== null && field('grams', cards.grams, String(item.weight_g), true)}
${field('name', cards.name, item.name, false)}
${meal.items.length > 1 && html`<div class="actions">${button('remove-item', cards.remove, of, 'removes')}</div>`}
</div>`;
};
