import { MACROS } from '../../contract/measures.ts';
import type { Report } from '../../contract/operations/reports.ts';
import { type Html, html } from './html.ts';
import type { Locale } from './locale.ts';

/** What each kind of meal adds up to. */
export const breakdown = (
  locale: Locale,
  rows: Report['meal_breakdown'],
  title = locale.words.breakdown,
): Html => {
  const { words } = locale;
  return html`<section class="plot breakdown"><h3>${title}</h3>
<table>
<caption class="hidden">${title}</caption>
<thead><tr><th scope="col">${words.mealColumn}</th>${numberHeads([words.timesColumn, locale.names.kcal, words.share])}</tr></thead>
${rows.map(({ meal_type, count, kcal, kcal_share_pct, ...row }) => {
  const macros = MACROS.map((field) => locale.named(field, row[field]));
  const share = kcal_share_pct === null ? '–' : locale.percent(kcal_share_pct / 100);
  return html`<tbody>
<tr><th scope="rowgroup">${words.mealTypes[meal_type]}</th><td class="amount">${locale.count(count)}</td><td class="amount">${locale.measure('kcal', kcal)}</td><td class="amount">${share}</td></tr>
<tr><td colspan="4"><small>${macros.join(' · ')}</small></td></tr>
</tbody>`;
})}
</table></section>`;
};

/** Longer lists stand in two tables side by side. */
const FOODS_A_TABLE = 5;

/** The foods that were eaten most often. */
export const topFoods = (locale: Locale, foods: Report['top_foods'], title = locale.words.topFoods): Html => {
  const { words } = locale;
  const middle = Math.max(FOODS_A_TABLE, Math.ceil(foods.length / 2));
  const halves = [foods.slice(0, middle), foods.slice(middle)];
  return html`<h3>${title}</h3>
<div class="foods">${halves.map(
    (half) =>
      half.length > 0 &&
      html`<table>
<caption class="hidden">${title}</caption>
<thead><tr><th scope="col">${words.foodColumn}</th>${numberHeads([words.timesColumn, locale.names.kcal, words.weightColumn])}</tr></thead>
<tbody>${half.map(
        ({ name, count, kcal, weight_g }) =>
          html`<tr><th scope="row"><bdi>${name}</bdi></th><td class="amount">${locale.count(count)}</td><td class="amount">${locale.measure('kcal', kcal)}</td><td class="amount">${weight_g === null ? '–' : locale.measure('weight_g', weight_g)}</td></tr>`,
      )}</tbody>
</table>`,
  )}</div>`;
};

const numberHeads = (names: readonly string[]): Html[] =>
  names.map((name) => html`<th scope="col" class="amount">${name}</th>`);
