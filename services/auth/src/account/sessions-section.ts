import type { Language } from 'shared/contract/fields.ts';
import { formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Session } from '../access/session-store.ts';

/** `currentId` is the session of the browser that asks; `timeZone` is an IANA name. */
type ShownSessions = {
  sessions: readonly Session[];
  currentId: string;
  timeZone: string;
  csrf: string;
};

/** The browsers in which the person is signed in, each with a form that ends it (`C8.account`). */
export const sessionsSection = (language: Language, shown: ShownSessions): Html => {
  const words = wordsIn(language).account;
  return html`<section aria-labelledby="sessions">
<h2 id="sessions">${words.sessions}</h2>
<p class="muted">${words.networkNote}</p>
<ul class="cards">
${shown.sessions.map((session) => html`<li>${card(language, session, shown)}</li>\n`)}</ul>
<form method="post" action="/account/sessions/end-all?language=${language}">
${csrfField(shown.csrf)}<div class="actions">
${shown.sessions.length > 1 && html`<button type="submit" class="secondary" name="keep" value="current">${words.endOthers}</button>`}
<button type="submit" class="secondary">${words.endAll}</button>
</div>
</form>
</section>`;
};

const card = (language: Language, session: Session, { currentId, timeZone, csrf }: ShownSessions): Html => {
  const words = wordsIn(language).account;
  const { _id, browser, network, created_at, last_used_at } = session;
  const isCurrent = _id === currentId;
  const moment = (at: Date): Html =>
    html`<time datetime="${at.toISOString()}">${formatShortZonedMoment(language, at, timeZone)}</time>`;
  return html`<h3 id="${_id}">${browser ?? words.unknownBrowser}${isCurrent && html` <small>(${words.thisBrowser})</small>`}</h3>
<dl class="facts">
<div><dt>${words.signedInSince}</dt><dd>${moment(created_at)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${moment(last_used_at)}</dd></div>
<div><dt>${words.network}</dt><dd><code>${network}</code></dd></div>
</dl>
${
  !isCurrent &&
  html`<form method="post" action="/account/sessions/end?language=${language}">
${csrfField(csrf)}<input type="hidden" name="id" value="${_id}">
<div class="actions"><button type="submit" class="secondary" aria-describedby="${_id}">${words.endSession}</button></div>
</form>`
}`;
};
