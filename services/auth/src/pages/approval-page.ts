import type { Language } from 'shared/contract/fields.ts';
import type { Scope } from 'shared/contract/scopes.ts';
import { csrfField, field } from 'shared/pages/field.ts';
import { formatMinutesAgo, formatUtc } from 'shared/pages/format.ts';
import { type Html, html } from 'shared/pages/html.ts';
import type { Page } from 'shared/pages/page.ts';
import { SCOPE_WORDS } from 'shared/pages/scope-words.ts';
import { APPROVAL_WORDS } from './approval-words.ts';
import { termsField } from './terms-field.ts';

/** What the person is told of a request before deciding. */
type RequestToApprove = {
  id: string;
  /** Whose diary it would be connected to. */
  email: string;
  clientName: string;
  scopes: readonly Scope[];
  /** The network that it came from, as the gateway wrote it. */
  network: string;
  requestedAt: Date;
  /** Where an OAuth client is that the person goes back to; the two-digit number of its sign-in page is asked for (contract §5). */
  redirectHost?: string;
};

type ApprovalPageOptions = {
  language: Language;
  request: RequestToApprove;
  csrf: string;
  /** What the form came back for: the page is then a 400. */
  error?: 'terms' | 'number';
};

/** The page behind a mailed approval link (contract §4). */
export const approvalPage = (options: ApprovalPageOptions): Page => {
  const { language, request, error } = options;
  const words = APPROVAL_WORDS[language];
  return {
    language,
    title: error ? `${words.error}: ${words.title}` : words.title,
    status: error ? 400 : 200,
    hasForm: true,
    usesTimeZone: true,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${facts(language, request)}
<h2>${words.permits}</h2>
<ul>
${request.scopes.map((scope) => html`<li>${SCOPE_WORDS[language][scope]}</li>`)}
</ul>
<p>${words.limits}</p>
${decisionForm(options)}`,
  };
};

const facts = (
  language: Language,
  { id, email, clientName, network, requestedAt, redirectHost }: RequestToApprove,
): Html => {
  const words = APPROVAL_WORDS[language];
  const [term, value, note] = redirectHost
    ? [words.leadsTo, html`<code>${redirectHost}</code>`, words.leadsToNote]
    : [words.tail, html`<code class="key">${id.slice(-4)}</code>`, words.tailNote];
  return html`<dl class="facts">
<div><dt>${words.diary}</dt><dd><strong>${email}</strong></dd></div>
<div><dt>${words.name}</dt><dd><strong>${words.quoted(clientName)}</strong><small>${words.nameNote}</small></dd></div>
<div><dt>${term}</dt><dd>${value}<small>${note}</small></dd></div>
<div><dt>${words.asked}</dt><dd>${formatMinutesAgo(language, requestedAt)}<small><time datetime="${requestedAt.toISOString()}">${formatUtc(language, requestedAt)}</time></small></dd></div>
<div><dt>${words.network}</dt><dd><code>${network}</code></dd></div>
</dl>`;
};

const decisionForm = ({ language, request, csrf, error }: ApprovalPageOptions): Html => {
  const words = APPROVAL_WORDS[language];
  return html`<form class="panel" method="post">
<h2>${words.decision}</h2>
${csrfField(csrf)}<input type="hidden" name="time_zone" value="">
${request.redirectHost && numberField(language, error === 'number')}
${termsField(language, { error: error === 'terms' ? words.termsError : undefined, checked: error === 'number' })}
<div class="actions">
<button type="submit" name="decision" value="approve">${words.approve}</button>
<button type="submit" name="decision" value="deny" class="secondary">${words.deny}</button>
</div>
</form>`;
};

const numberField = (language: Language, wrong: boolean): Html => {
  const words = APPROVAL_WORDS[language];
  return field(
    { id: 'number', label: words.number, error: wrong ? words.numberError : undefined, focused: wrong },
    (attributes) =>
      html`<input${attributes} class="short" name="number" inputmode="numeric" autocomplete="off" maxlength="2">`,
  );
};
