import type { Language } from '../../contract/fields.ts';
import type { ConnectedAssistant } from '../../http/export-parts.ts';
import { operationWords } from '../../words/operation-words.ts';
import { wordsIn } from '../../words/words.ts';
import { formatCount, formatShortZonedMoment } from '../figures/format.ts';
import { type Html, html } from '../figures/html.ts';
import { csrfField } from './field.ts';

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
  const words = wordsIn(language).form.assistants;
  if (options.assistants.length === 0)
    return html`<p>${words.none} <a href="/?language=${language}#connect">${words.how}</a></p>`;
  return html`<ul class="cards">
${options.assistants.map((assistant) => html`<li>${card(language, assistant, options)}</li>\n`)}</ul>`;
};

const card = (language: Language, assistant: ConnectedAssistant, options: AssistantListOptions): Html => {
  const words = wordsIn(language).form.assistants;
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
