import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { actionLink } from 'shared/pages/shell/action-link.ts';
import { contactLink } from 'shared/pages/shell/contact-link.ts';
import { type PersonsPage, pageName } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { signInAddress } from 'shared/pages/shell/sign-in-address.ts';
import type { SignInWords } from 'shared/words/en/connect/sign-in.ts';
import { wordsIn } from 'shared/words/words.ts';
import { termsField } from '../legal/terms-field.ts';
import { type AddressError, addressField } from '../mail/address-field.ts';

type SignInForm = {
  /** What the field holds at first. */
  email?: string;
  error?: { kind: AddressError; status: number };
  /** Where the link leads to, if not to the report. */
  returnTo?: PersonsPage | undefined;
};

/** The form that asks for a sign-in link. */
export const signInForm = (language: Language, { email = '', error, returnTo }: SignInForm = {}): Html =>
  html`<form method="post" action="${signInAddress(language, returnTo)}">
${addressField(language, email, error?.kind)}
<div class="actions"><button type="submit">${wordsIn(language).signIn.send}</button></div>
</form>`;

/**
 * `GET /signin`, which says so to whoever `wasSentHere` from a page that needs a session, and what a form gets whose link could
 * not be mailed (`error`): the form again.
 */
export const signInPage = (
  language: Language,
  { wasSentHere, ...form }: SignInForm & { wasSentHere?: boolean },
): Page => {
  const words = wordsIn(language).signIn;
  const { error, returnTo } = form;
  return {
    language,
    title: words.title,
    refused: error !== undefined,
    status: error?.status ?? 200,
    query: { ...(wasSentHere && { notice: 'signed_out' }), ...(returnTo && { return_to: returnTo }) },
    hasForm: true,
    main: html`<h1>${words.title}</h1>
${wasSentHere && html`<p class="note" role="status">${words.signedOut}</p>`}
<p class="lead">${words.lead}</p>
${signInForm(language, form)}`,
  };
};

/** The link is on its way: the same page whether or not the address has an account. It may be loaded again: it mails nothing. */
export const signInSentPage = (language: Language, returnTo?: PersonsPage): Page => {
  const words = wordsIn(language).signIn;
  return {
    language,
    title: words.sent,
    query: { notice: 'sent', ...(returnTo && { return_to: returnTo }) },
    main: html`<h1>${words.sent}</h1>
<p class="lead">${words.sentText}</p>
<p class="muted">${words.sentHelp}</p>
<p class="muted">${words.lostMailbox} ${contactLink(language)}</p>
${actionLink(signInAddress(language, returnTo), words.again)}`,
  };
};

/** Why the form came back. `form`: it did not carry this page's csrf token. */
export type ConfirmError = 'form' | 'terms';

type ConfirmPageOptions = {
  language: Language;
  email: string;
  csrf: string;
  /** Whether the address has no account yet: its form then asks for the terms. */
  begins: boolean;
  returnTo?: PersonsPage | undefined;
  error?: ConfirmError | undefined;
};

/** The page behind a mailed sign-in link. */
export const confirmSignInPage = (options: ConfirmPageOptions): Page => {
  const { language, email, csrf, begins, returnTo, error } = options;
  const words = wordsIn(language).signIn;
  const title = begins ? words.begin : words.confirm;
  return {
    language,
    title,
    refused: error !== undefined,
    status: error ? (error === 'form' ? 403 : 400) : 200,
    hasForm: true,
    ...(begins && { script: 'time-zone.js' }),
    main: html`<h1>${title}</h1>
<p class="lead">${begins ? words.beginText(email) : words.confirmText(email)}</p>
<form class="panel" method="post">
${error === 'form' && html`<p class="error" role="alert">${words.formError}</p>`}
${csrfField(csrf)}${
  begins &&
  html`<input type="hidden" name="time_zone" value="">
${termsField(language, { error: error === 'terms' ? words.termsError : undefined })}`
}
<div class="actions"><button type="submit">${begins ? words.beginDiary : wordsIn(language).errors.signIn}</button></div>
</form>
${begins && html`<p><a href="${signInAddress(language, returnTo)}">${words.otherAddress}</a></p>`}`,
  };
};

/** Why a link signs nobody in. */
export type DeadLink = keyof SignInWords['deadLinks'];

/** 410 for a link that is over, 404 for one that never was; with the form for a new one. */
export const deadLinkPage = (language: Language, state: DeadLink, returnTo?: PersonsPage): Page => {
  const words = wordsIn(language).signIn;
  const { title, text } = words.deadLinks[state];
  const onward = html` <a href="${returnTo ?? '/report'}?language=${language}">${returnTo ? pageName(language, returnTo) : words.toReport}</a>.`;
  return {
    language,
    title,
    status: state === 'unknown' ? 404 : 410,
    hasForm: true,
    main: html`<h1>${title}</h1>
<p class="lead">${text}${state === 'used' && onward}</p>
${signInForm(language, { returnTo })}`,
  };
};
