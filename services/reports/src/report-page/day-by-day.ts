import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { mealName } from 'shared/pages/figures/plots/meal-plots.ts';
import { daysSoFar, isRecorded } from '../report-data/days-so-far.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { dayInShort, dayRecords } from './day-records.ts';
import { screenLink } from './figures/screen-link.ts';
import { foodNames } from './food/meals-table.ts';
import { type ReportView, wayTo } from './view/report-view.ts';
import { wellbeingNotes } from './wellbeing-notes.ts';

/** Several days: each a line and its notes, with its other records folded away; of many, each week or month is folded. */
export const dayByDay = (view: ReportView): Html => {
  const { columns, days } = view;
  if (columns.length === days.length) return listed(view, days);
  return html`${columns
    .filter((column) => column.days.some(isRecorded))
    .map(
      (column) => html`<details class="days-of"><summary><h3>${column.name}</h3></summary>
${listed(view, column.days)}</details>`,
    )}`;
};

const listed = (view: ReportView, days: readonly PageDay[]): Html => {
  const { locale, today } = view;
  const shown = daysSoFar(days, today);
  return html`${shown.map((pageDay, index) =>
    isRecorded(pageDay) ? oneOfSeveral(view, pageDay) : gap(locale, shown, index),
  )}`;
};

/** Days in a row without a record: one line in the place of the first. */
const gap = (locale: Locale, days: readonly PageDay[], index: number): Html | false => {
  const before = days[index - 1];
  if (before && !isRecorded(before)) return false;
  const rest = days.slice(index);
  const length = rest.findIndex(isRecorded);
  const inARow = length === -1 ? rest : rest.slice(0, length);
  const [first, last] = [inARow[0]?.day ?? '', inARow.at(-1)?.day ?? ''];
  return html`<article class="day gap"><h3>${locale.shortDays(first, last)}</h3><p class="in-short">${locale.words.noRecord}</p></article>`;
};

/** So many days have room for what each meal was. */
const WEEK_DAYS = 7;

const oneOfSeveral = (view: ReportView, pageDay: PageDay): Html => {
  const { locale, days, shown } = view;
  const { words } = locale;
  const day = locale.day(pageDay.day);
  const address = wayTo(view, { profile: shown.profile ?? '', period: 'daily', day: pageDay.day });
  const isWeek = days.length <= WEEK_DAYS;
  return html`<article class="day">
<h3>${screenLink(address, day)}</h3>
<p class="in-short">${dayInShort(locale, pageDay)}</p>
<div class="told">${isWeek && eaten(locale, pageDay)}${wellbeingNotes(locale, pageDay)}</div>
${
  hasMore(pageDay) &&
  html`<details><summary>${words.dayRecords}<span class="hidden">: ${day}</span></summary>
${dayRecords(locale, pageDay, isWeek ? 'rows' : 'names')}</details>`
}
</article>`;
};

/** The foods of each meal. */
const eaten = (locale: Locale, pageDay: PageDay): Html | false =>
  pageDay.meals.length > 0 &&
  html`<ul class="eaten">${pageDay.meals.map(
    (meal) => html`<li><span class="kind">${mealName(locale, meal)}</span> ${foodNames(meal.items)}</li>`,
  )}</ul>`;

const hasMore = ({ meals, activity, sleep }: PageDay): boolean =>
  meals.length > 0 || activity !== null || sleep !== null;
