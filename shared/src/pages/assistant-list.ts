import type { Language } from '../contract/fields.ts';
import type { ConnectedAssistant } from '../service/assistants.ts';
import { csrfField } from './form.ts';
import { formatMoment } from './format.ts';
import { type Html, html } from './html.ts';
import { operationWords } from './operation-words.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const en = {
  none: 'No assistant is connected.',
  how: 'How to connect one',
  email: 'You approved it by e-mail',
  oauth: 'You signed in from its own page',
  kind: 'Kind',
  since: 'Connected since',
  lastUsed: 'Last used',
  never: 'not yet',
  did: 'In the last 7 days',
  nothing: 'nothing',
  may: 'It may',
  disconnect: 'Disconnect',
};
const es: typeof en = {
  none: 'No hay ningún asistente conectado.',
  how: 'Cómo conectar uno',
  email: 'Lo aprobaste por correo',
  oauth: 'Entraste desde su propia página',
  kind: 'Tipo',
  since: 'Conectado desde',
  lastUsed: 'Último uso',
  never: 'todavía no',
  did: 'En los últimos 7 días',
  nothing: 'nada',
  may: 'Puede',
  disconnect: 'Desconectar',
};
const ru: typeof en = {
  none: 'Ни один ассистент не подключён.',
  how: 'Как подключить',
  email: 'Вы разрешили его по почте',
  oauth: 'Вы вошли с его страницы',
  kind: 'Вид',
  since: 'Подключён',
  lastUsed: 'Последнее обращение',
  never: 'пока не было',
  did: 'За последние 7 дней',
  nothing: 'ничего',
  may: 'Может',
  disconnect: 'Отключить',
};
const WORDS: Record<Language, typeof en> = { en, es, ru };

export type AssistantListOptions = {
  assistants: readonly ConnectedAssistant[];
  timeZone: string;
  /** The `csrf` of the session's forms. */
  csrf: string;
  /** The page that the list stands on: where a disconnection leads back to, with `?notice=disconnected`. */
  page: '/report' | '/account';
};

/** The connected assistants of a signed-in person, each with a button that disconnects it at once. */
export const assistantList = (language: Language, options: AssistantListOptions): Html => {
  const words = WORDS[language];
  if (options.assistants.length === 0) return html`<p>${words.none} <a href="/#connect">${words.how}</a></p>`;
  return html`<ul class="cards">
${options.assistants.map((assistant) => html`<li>${card(language, assistant, options)}</li>\n`)}</ul>`;
};

const card = (language: Language, assistant: ConnectedAssistant, options: AssistantListOptions): Html => {
  const words = WORDS[language];
  const { id, client_name, access, scopes, created_at, last_used_at, calls } = assistant;
  const moment = (time: string): Html =>
    html`<time datetime="${time}">${formatMoment(language, new Date(time), options.timeZone)}</time>`;
  const did = calls.map(
    ({ operation, count }) => html`<li>${operationWords(language, operation)}: ${count}</li>`,
  );
  return html`<h3 id="${id}"><bdi>${client_name}</bdi></h3>
<dl class="facts">
<div><dt>${words.kind}</dt><dd>${words[access]}</dd></div>
<div><dt>${words.since}</dt><dd>${moment(created_at)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${last_used_at ? moment(last_used_at) : words.never}</dd></div>
<div><dt>${words.did}</dt><dd>${did.length > 0 ? html`<ul>${did}</ul>` : words.nothing}</dd></div>
<div><dt>${words.may}</dt><dd><ul>${scopes.map((scope) => html`<li>${SCOPE_WORDS[language][scope]}</li>`)}</ul></dd></div>
</dl>
<form method="post" action="/account/disconnect">
${csrfField(options.csrf)}<input type="hidden" name="id" value="${id}"><input type="hidden" name="return_to" value="${options.page}">
<div class="actions"><button type="submit" class="secondary" aria-describedby="${id}">${words.disconnect}</button></div>
</form>`;
};
