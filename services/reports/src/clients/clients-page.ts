import type { Language } from 'shared/contract/fields.ts';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import { formatCount, formatDay, formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { LOCALES } from 'shared/pages/figures/locale.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { today } from 'shared/records/calendar.ts';
import type { ClientsWords } from 'shared/words/en/clients.ts';
import { wordsIn } from 'shared/words/words.ts';
import { type Averages, CLIENT_FIGURES, type Client } from './client.ts';
import {
  type ClientsOrder,
  orderClients,
  orderQuery,
  type SortColumn,
  sinceYesterday,
} from './clients-order.ts';

export type ClientsPageOptions = {
  language: Language;
  signedIn: SignedIn;
  clients: readonly Client[];
  order: ClientsOrder;
  now: Date;
  notice?: keyof ClientsWords['notices'] | undefined;
  /** The form of a client that came back, as its name could not be taken. */
  returned?: { id: string; name: string } | undefined;
};

/** `/clients` */
export const clientsPage = (options: ClientsPageOptions): Page => {
  const { language, signedIn, clients, order, now, notice, returned } = options;
  const words = wordsIn(language).clients;
  const shown = orderClients(language, clients, order, now);
  return {
    language,
    title: words.title,
    refused: returned !== undefined,
    done: notice !== undefined,
    status: returned ? 400 : 200,
    signedIn,
    query: orderQuery(order),
    main: html`<h1>${words.title}</h1>
${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${
  clients.length === 0
    ? howToBegin(words)
    : html`${search(options)}
${shown.length === 0 ? html`<p class="muted">${words.noneFound}</p>` : table(options, shown)}`
}`,
  };
};

const howToBegin = (words: ClientsWords): Html => html`<div class="panel narrow">
<p>${words.none}</p>
<p>${words.howToKeep}</p>
</div>`;

/** The filter, and who has recorded lately. */
const search = ({ language, clients, order, now }: ClientsPageOptions): Html => {
  const words = wordsIn(language).clients;
  const { q, ...others } = orderQuery(order);
  const lately = sinceYesterday(clients, now).size;
  const hidden = Object.entries({ ...others, language }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<p class="lead">${words.lately(formatCount(language, lately), formatCount(language, clients.length))}</p>
<form class="inline search" role="search">
${hidden}${field({ id: 'q', label: words.find }, (attributes) => html`<input${attributes} type="search" name="q" value="${q ?? ''}" dir="auto" autocomplete="off">`)}
<button type="submit" class="secondary">${words.findButton}</button>
${q !== undefined && html`<a href="?${String(new URLSearchParams({ ...others, language }))}">${words.all}</a>`}
</form>
<p class="hint keys">${words.keys}</p>
<p class="hint">${words.caption}</p>`;
};

const table = (options: ClientsPageOptions, shown: readonly Client[]): Html => {
  const { language, clients, now } = options;
  const words = wordsIn(language).clients;
  const { names, unit } = LOCALES[language];
  const isShown = (figure: Measure): boolean =>
    clients.some((client) => client.state === 'open' && client.figures.averages[figure]);
  const figures = CLIENT_FIGURES.filter(isShown);
  const lately = sinceYesterday(shown, now);
  return html`<section class="scroll" aria-label="${words.title}" tabindex="0"><table class="clients">
<caption class="hidden">${words.title}</caption>
<thead><tr>
${columnHead(options, 'name', words.name)}
${columnHead(options, 'last_record', words.lastRecord)}
${columnHead(options, 'came_in', words.cameIn)}
${columnHead(options, 'days', words.days)}
${figures.map((figure) => columnHead(options, figure, names[figure], MEASURES[figure].unit === 'minutes' ? '' : unit(figure)))}
<th scope="col" class="changes-client">${words.change}</th>
</tr></thead>
<tbody>
${shown.map((client) => html`<tr>${row(options, client, figures, lately.has(client))}</tr>\n`)}</tbody>
</table></section>`;
};

/** A column's head sorts by it: names from A, all else from the greatest; the same one again turns the order round. */
const columnHead = (
  { language, order }: ClientsPageOptions,
  column: SortColumn,
  label: string,
  unit = '',
): Html => {
  const current = order.sort?.column === column ? order.sort : undefined;
  const descending = current ? !current.descending : column !== 'name';
  const query = { ...orderQuery({ ...order, sort: { column, descending } }), language };
  const sorted = current && (current.descending ? 'descending' : 'ascending');
  return html`<th scope="col"${sorted && html` aria-sort="${sorted}"`}><a href="?${String(new URLSearchParams(query))}">${label}</a>${unit && html` <small>${unit}</small>`}</th>`;
};

const row = (
  options: ClientsPageOptions,
  client: Client,
  figures: readonly Measure[],
  isRecent: boolean,
): Html => {
  const { language, order } = options;
  const words = wordsIn(language).clients;
  const name = html`<bdi>${client.name}</bdi>`;
  const query = String(new URLSearchParams({ ...orderQuery(order), language }));
  const isLink = client.path !== undefined && client.state !== 'ended';
  const cells =
    client.state === 'open'
      ? figureCells(options, client, figures, isRecent)
      : html`<td colspan="${3 + figures.length}" class="muted">${words[client.state]}</td>`;
  return html`<th scope="row" id="${client.id}">${isLink ? html`<a href="${client.path}?${query}">${name}</a>` : name}${client.path === undefined && client.state !== 'ended' && html` <small>${words.noAddress}</small>`}</th>
${cells}
<td class="changes-client">${changeForm(options, client)}</td>`;
};

/** A client's last day: in short, but with its year where that is another. */
const lastDay = (language: Language, day: string, currentDay: string): string =>
  day.slice(0, 4) === currentDay.slice(0, 4) ? LOCALES[language].shortDay(day) : formatDay(language, day);

const figureCells = (
  { language, now }: ClientsPageOptions,
  client: Client & { state: 'open' },
  figures: readonly Measure[],
  isRecent: boolean,
): Html => {
  const { last, daysWithRecords, averages } = client.figures;
  const moment =
    last &&
    html`<time datetime="${last.cameIn.toISOString()}">${formatShortZonedMoment(language, last.cameIn, client.timeZone)}</time>`;
  return html`<td>${last ? lastDay(language, last.day, today(client.timeZone, now)) : noRecord(language)}</td>
<td>${isRecent ? html`<strong>${moment}</strong>` : moment}</td>
<td>${formatCount(language, daysWithRecords)}</td>
${figures.map((figure) => averageCell(language, figure, averages[figure]))}`;
};

const noRecord = (language: Language): Html =>
  html`<span class="hidden">${wordsIn(language).clients.noRecord}</span><span class="muted" aria-hidden="true">–</span>`;

/** A value of a column whose head has the unit; a duration has its own. */
const inColumn = (language: Language, figure: Measure, value: number | null): Html | string => {
  const { measure, grams, count } = LOCALES[language];
  const { unit } = MEASURES[figure];
  if (value === null) return noRecord(language);
  if (unit === 'minutes') return measure(figure, value);
  return unit === 'g' ? grams(value) : count(value);
};

/** An average, and below it that of the days before; where the link does not show the figure, the cell says so. */
const averageCell = (language: Language, figure: Measure, averages: Averages | undefined): Html => {
  const words = wordsIn(language).clients;
  if (!averages) return html`<td class="muted">${words.notShared}</td>`;
  const { last, before } = averages;
  return html`<td>${inColumn(language, figure, last)} <small><span class="hidden">${words.before}</span> ${inColumn(language, figure, before)}</small></td>`;
};

const changeForm = ({ language, signedIn, returned }: ClientsPageOptions, client: Client): Html => {
  const words = wordsIn(language).clients;
  const isReturned = returned?.id === client.id;
  const name = {
    id: `name-${client.id}`,
    label: words.name,
    ...(isReturned && { error: words.nameError, focused: true }),
  };
  return html`<details${isReturned && html` open`}><summary aria-describedby="${client.id}">${words.change}</summary>
<form method="post">${csrfField(signedIn.csrf)}<input type="hidden" name="id" value="${client.id}">
${field(name, (attributes) => html`<input${attributes} type="text" name="name" value="${isReturned ? returned.name : client.name}" dir="auto" autocomplete="off">`)}
<div class="actions"><button type="submit" name="action" value="rename" class="secondary" aria-describedby="${client.id}">${words.rename}</button><button type="submit" name="action" value="remove" class="removes" aria-describedby="${client.id}">${words.remove}</button></div>
</form></details>`;
};
