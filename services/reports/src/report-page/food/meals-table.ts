import { MACROS } from 'shared/contract/measures.ts';
import type { MealItem, Totals } from 'shared/contract/operations/meals.ts';
import { optionalTotals } from 'shared/pages/figures/coverage.ts';
import { foodDetails } from 'shared/pages/figures/food-details.ts';
import { type Html, html, joined, namesInARow } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { sourceLine } from 'shared/pages/figures/source-line.ts';
import type { PageMeal } from '../../report-data/present-records.ts';
import type { PageDay } from '../../report-data/report-page-data.ts';

/** Whether each food has a row with its figures, or all of a meal are only named. */
export type Foods = 'rows' | 'names';

type Amounts = Pick<Totals, 'kcal' | (typeof MACROS)[number]>;

/** The food, its energy and the macronutrients. */
const COLUMNS = 2 + MACROS.length;

/** A day's meals in order, each with its foods, the person's words and where the estimates come from. */
export const mealsTable = (locale: Locale, pageDay: PageDay, foods: Foods): Html => {
  const { words } = locale;
  const heads = (['kcal', ...MACROS] as const).map((field) => ({
    name: locale.names[field],
    unit: locale.unit(field),
  }));
  return html`<table class="meals${isLong(locale, pageDay) && ' long'}">
<caption class="hidden">${words.meals}, ${locale.day(pageDay.day)}</caption>
<thead><tr><th scope="col">${words.foodColumn}</th>${heads.map(({ name, unit }) => html`<th scope="col" class="amount">${name} <small>${unit}</small></th>`)}</tr></thead>
${pageDay.meals.map((meal) => mealRows(locale, meal, foods))}
${pageDay.totals && totalRows(locale, pageDay.totals)}
</table>`;
};

/** The most letters that a figure has room for on a phone. */
const SHORT_FIGURE = 6;

/** Whether a day's sums, the longest of its figures, find no room on a phone in letters of the usual size. */
const isLong = ({ count, grams }: Locale, { totals }: PageDay): boolean =>
  totals !== null &&
  [count(totals.kcal), ...MACROS.map((field) => grams(totals[field]))].some(
    ({ length }) => length > SHORT_FIGURE,
  );

const mealRows = (locale: Locale, meal: PageMeal, foods: Foods): Html => {
  const { words } = locale;
  const type = words.mealTypes[meal.meal_type];
  const { clock_time: time, model, confidence, client_name: client } = meal;
  const { corrected_by: corrected, record_path: path } = meal;
  const source = { model, confidence, client, corrected, record: `${time} ${type}`, path };
  return html`<tbody>
<tr class="meal"><th scope="rowgroup"><time>${time}</time> ${type}</th>${amounts(locale, meal.totals)}</tr>
${(meal.description || foods === 'names') && html`<tr><td colspan="${COLUMNS}">${meal.description && html`<p class="words" dir="auto">${meal.description}</p>`}${foods === 'names' && html`<p>${foodNames(meal.items)}</p>`}</td></tr>`}
${foods === 'rows' && meal.items.map((item) => foodRow(locale, item))}
<tr class="about"><td colspan="${COLUMNS}">${meal.notes && html`<p class="words" dir="auto">${meal.notes}</p>`}${sourceLine(locale, source)}</td></tr>
</tbody>`;
};

/** Foods by their names alone. */
export const foodNames = (items: readonly MealItem[]): Html => namesInARow(items.map(({ name }) => name));

const amounts = ({ count, grams }: Locale, of: Amounts): Html =>
  html`<td>${count(of.kcal)}</td>${MACROS.map((field) => html`<td>${grams(of[field])}</td>`)}`;

const foodRow = (locale: Locale, item: MealItem): Html => {
  const details = foodDetails(locale, item);
  return html`<tr><th scope="row"><bdi>${item.name}</bdi>${details.length > 0 && html` <small>${joined(details, ' · ')}</small>`}</th>${amounts(locale, item)}</tr>\n`;
};

const totalRows = (locale: Locale, totals: Totals): Html => {
  const { words } = locale;
  const optional = optionalTotals(locale, totals);
  return html`<tfoot>
<tr><th scope="row">${words.total}</th>${amounts(locale, totals)}</tr>
${optional.length > 0 && html`<tr class="about"><td colspan="${COLUMNS}"><small>${optional.join(' · ')}</small></td></tr>`}
</tfoot>`;
};
