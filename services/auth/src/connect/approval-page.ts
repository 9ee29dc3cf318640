import type { Language } from 'shared/contract/fields.ts';
import { formatZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { ApprovalWords } from 'shared/words/en/connect/approval.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { ConnectionRequest } from '../access/request-store.ts';
import type { Reader } from '../accounts/reader.ts';
import { termsField } from '../legal/terms-field.ts';
import { isOnDevice } from './is-on-device.ts';
import { numberField } from './number-field.ts';

/** Why the form came back. `form`: it did not carry this page's csrf token. `last_number`: the next wrong one ends the request. */
export type ApprovalError = keyof ApprovalWords['errors'];

type ApprovalPageOptions = {
  language: Language;
  connectionRequest: ConnectionRequest;
  csrf: string;
  /** Undefined where the address has no account yet: to approve makes it. */
  reader: Reader | undefined;
  /** Whether an account has left this address lately. */
  hasMoved: boolean;
  /** Whether assistants of the same name are connected already. */
  hasNamesakes: boolean;
  /** What the form held where it was sent. */
  typed: { number?: string; replace?: string };
  error?: ApprovalError | undefined;
};

/** The page behind a mailed approval link (`C4.approval_page`). */
export const approvalPage = (options: ApprovalPageOptions): Page => {
  const { language, connectionRequest, hasMoved, error } = options;
  const words = wordsIn(language).approval;
  return {
    language,
    title: words.title,
    refused: error !== undefined,
    status: statusOf(error),
    hasForm: true,
    script: 'time-zone.js',
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${hasMoved && html`<p class="note">${words.moved}</p>`}
${facts(options)}
<h2>${words.permits}</h2>
<ul>
${connectionRequest.scopes.map((scope) => html`<li>${wordsIn(language).scopes[scope]}</li>`)}
</ul>
<p>${words.limits}</p>
${decisionForm(options)}`,
  };
};

const statusOf = (error: ApprovalError | undefined): number => {
  if (error === 'form') return 403;
  return error ? 400 : 200;
};

const facts = ({ language, connectionRequest, reader }: ApprovalPageOptions): Html => {
  const { _id, email, client_name, network, created_at, oauth } = connectionRequest;
  const { approval: words, connecting } = wordsIn(language);
  return html`<dl class="facts">
<div><dt>${words.diary}</dt><dd><strong>${email}</strong>${!reader && html` <small>${words.begins}</small>`}</dd></div>
<div><dt>${connecting.name}</dt><dd><strong>${connecting.quoted(html`<bdi>${client_name}</bdi>`)}</strong> <small>${connecting.nameNote}</small></dd></div>
${oauth ? wayBack(language, oauth.redirect_host) : html`<div><dt>${words.tail}</dt><dd><code class="key">${_id.slice(-4)}</code> <small>${words.tailNote}</small></dd></div>`}
<div><dt>${words.asked}</dt><dd>${minutesAgo(language, created_at)} <small><time datetime="${created_at.toISOString()}">${formatZonedMoment(language, created_at, reader?.timeZone ?? 'UTC')}</time></small></dd></div>
<div><dt>${words.network}</dt><dd><code>${network}</code> <small>${oauth ? words.browserNetworkNote : words.networkNote}</small></dd></div>
</dl>`;
};

/** How long ago a moment was, in whole minutes and words: `2 minutes ago`, `just now`. */
const minutesAgo = (language: Language, moment: Date): string => {
  const minutes = Math.floor((Date.now() - moment.getTime()) / 60_000);
  if (minutes < 1) return wordsIn(language).approval.justNow;
  return new Intl.RelativeTimeFormat(language).format(-minutes, 'minute');
};

/** The address of an app tells a person nothing, so it stands behind the words for it. */
const wayBack = (language: Language, redirectHost: string): Html => {
  const { app, site } = wordsIn(language).approval;
  return isOnDevice(redirectHost)
    ? html`<div><dt>${app.leadsTo}</dt><dd>${app.name} <small><code>${redirectHost}</code></small> <small>${app.note}</small></dd></div>`
    : html`<div><dt>${site.leadsTo}</dt><dd><code>${redirectHost}</code> <small>${site.note}</small></dd></div>`;
};

const decisionForm = ({
  language,
  connectionRequest,
  csrf,
  hasNamesakes,
  typed,
  error,
}: ApprovalPageOptions): Html => {
  const words = wordsIn(language).approval;
  const errorOf = (...kinds: ApprovalError[]) =>
    error && kinds.includes(error) ? words.errors[error] : undefined;
  const formError = errorOf('form');
  const numberError = errorOf('no_number', 'wrong_number', 'last_number');
  return html`<form class="panel" method="post">
<h2>${words.decision}</h2>
${formError && html`<p class="error" role="alert">${formError}</p>`}
${csrfField(csrf)}<input type="hidden" name="time_zone" value="">
${connectionRequest.oauth && numberField({ label: words.number, hint: words.numberNote, typed: typed.number, error: numberError })}
${hasNamesakes && replaceField(language, typed.replace !== undefined)}
${termsField(language, { error: errorOf('terms'), checked: numberError !== undefined })}
<div class="actions">
<button type="submit" name="decision" value="approve">${words.approve}</button>
<button type="submit" name="decision" value="deny" class="secondary">${words.deny}</button>
</div>
</form>`;
};

/** The checkbox `replace`, which ends a token that was lost (`C4.replace`). */
const replaceField = (language: Language, checked: boolean): Html => {
  const { replace, replaceNote } = wordsIn(language).approval;
  return html`<div class="field">
<div class="choice"><input type="checkbox" id="replace" name="replace" value="on"${checked && html` checked`}><label for="replace">${replace} <small>${replaceNote}</small></label></div>
</div>`;
};
