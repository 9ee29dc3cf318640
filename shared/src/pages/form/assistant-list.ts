import type { Language } from '../../contract/fields.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ConnectedAssistant } from '../../http/export-parts.ts';
import { operationWords } from '../../words/operation-words.ts';
import { formatCount, formatShortZonedMoment } from '../figures/format.ts';
import { type Html, html } from '../figures/html.ts';
import { csrfField } from './field.ts';

const en = {
  none: 'No assistant is connected.',
  how: 'How to connect one',
  email: 'You approved it by e-mail',
  oauth: 'You signed in from its own page',
  since: 'Connected since',
  lastUsed: 'Last used',
  never: 'not yet',
  did: 'In the last 7\u00a0days',
  nothing: 'nothing',
  may: 'It may',
  scopes: {
    'records:read': 'read your records and your account',
    'records:write': 'add and delete records, and add diaries',
    'reports:read': 'read your reports',
    'share:manage': 'create and withdraw links to your reports',
  } satisfies Record<Scope, string>,
  disconnect: 'Disconnect',
};
const es: typeof en = {
  none: 'No hay ningún asistente conectado.',
  how: 'Cómo conectar uno',
  email: 'Lo aprobaste por correo',
  oauth: 'Entraste desde su propia página',
  since: 'Conectado desde',
  lastUsed: 'Último uso',
  never: 'todavía no',
  did: 'En los últimos 7\u00a0días',
  nothing: 'nada',
  may: 'Puede',
  scopes: {
    'records:read': 'leer tus registros y tu cuenta',
    'records:write': 'añadir y borrar registros, y añadir diarios',
    'reports:read': 'leer tus informes',
    'share:manage': 'crear y retirar enlaces a tus informes',
  },
  disconnect: 'Desconectar',
};
const ru: typeof en = {
  none: 'Ни один ассистент не подключён.',
  how: 'Как подключить',
  email: 'Вы разрешили подключение по почте',
  oauth: 'Вы вошли с его страницы',
  since: 'Подключён',
  lastUsed: 'Последнее обращение',
  never: 'пока не было',
  did: 'За последние 7\u00a0дней',
  nothing: 'ничего',
  may: 'Может',
  scopes: {
    'records:read': 'читать ваши записи и данные аккаунта',
    'records:write': 'добавлять и удалять записи, добавлять дневники',
    'reports:read': 'читать ваши отчёты',
    'share:manage': 'создавать и отзывать ссылки на отчёты',
  },
  disconnect: 'Отключить',
};
const WORDS: Record<Language, typeof en> = { en, es, ru };

/** What the page says once an assistant is disconnected. A link to a report is open to whoever has it, also to who created it. */
export const DISCONNECTED: Record<Language, string> = {
  en: 'The assistant is disconnected and no longer has access. If it created links to your reports, they still work: you can withdraw them under “Shared links”.',
  es: 'El asistente está desconectado. Ya no puede hacer nada aquí. Si creó enlaces a tus informes, siguen activos: puedes retirarlos en «Enlaces».',
  ru: 'Ассистент отключён. Он больше ничего не может здесь сделать. Если он создавал ссылки на отчёты, они ещё действуют: отозвать их можно в разделе «Ссылки».',
};

type AssistantListOptions = {
  assistants: readonly ConnectedAssistant[];
  timeZone: string;
  /** The `csrf` of the session's forms. */
  csrf: string;
  /** The page that the list stands on: where a disconnection leads back to, with `?notice=disconnected`. */
  page: '/report' | '/account';
  /** Which report that is, as its address says it. */
  query?: Readonly<Record<string, string>>;
};

/** The connected assistants of a signed-in person, each with a button that disconnects it at once. */
export const assistantList = (language: Language, options: AssistantListOptions): Html => {
  const words = WORDS[language];
  if (options.assistants.length === 0)
    return html`<p>${words.none} <a href="/?language=${language}#connect">${words.how}</a></p>`;
  return html`<ul class="cards">
${options.assistants.map((assistant) => html`<li>${card(language, assistant, options)}</li>\n`)}</ul>`;
};

const card = (language: Language, assistant: ConnectedAssistant, options: AssistantListOptions): Html => {
  const words = WORDS[language];
  const { id, client_name, access, scopes, created_at, last_used_at, calls } = assistant;
  const moment = (time: string): Html =>
    html`<time datetime="${time}">${formatShortZonedMoment(language, new Date(time), options.timeZone)}</time>`;
  const did = calls.map(
    ({ operation, count }) =>
      html`<li>${operationWords(language, operation)}: ${formatCount(language, count)}</li>`,
  );
  const query = new URLSearchParams({ ...options.query, language });
  return html`<h3 id="${id}"><bdi>${client_name}</bdi></h3>
<p class="muted">${words[access]}</p>
<dl class="facts">
<div><dt>${words.since}</dt><dd>${moment(created_at)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${last_used_at ? moment(last_used_at) : words.never}</dd></div>
<div><dt>${words.may}</dt><dd><ul>${scopes.map((scope) => html`<li>${words.scopes[scope]}</li>`)}</ul></dd></div>
<div><dt>${words.did}</dt><dd>${did.length > 0 ? html`<ul>${did}</ul>` : words.nothing}</dd></div>
</dl>
<form method="post" action="/account/disconnect?${String(query)}">
${csrfField(options.csrf)}<input type="hidden" name="id" value="${id}"><input type="hidden" name="return_to" value="${options.page}">
<div class="actions"><button type="submit" class="removes" aria-describedby="${id}">${words.disconnect}</button></div>
</form>`;
};
