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
import { numberField } from '../connect/number-field.ts';
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

/**
 * The link is on its way: the same page whether or not the address has an account. It may be loaded again: it mails nothing. In the
 * browser that asked it shows the `number` and waits for what another browser does with the link (`C4.number`).
 */
export const signInSentPage = (language: Language, returnTo?: PersonsPage, number?: string): Page => {
  const words = wordsIn(language).signIn;
  return {
    language,
    title: words.sent,
    query: { notice: 'sent', ...(returnTo && { return_to: returnTo }) },
    ...(number && { script: 'wait.js' }),
    main: html`<h1>${words.sent}</h1>
<p class="lead">${words.sentText}</p>
${
  number &&
  html`<section class="panel" aria-labelledby="number-title">
<h2 id="number-title">${words.number}</h2>
<p class="sign-in-number"><strong id="number">${number}</strong></p>
<p>${words.numberNote}</p>
</section>
<p>${words.goesOn}</p>`
}
<p class="muted">${words.sentHelp}</p>
<p class="muted">${words.lostMailbox} ${contactLink(language)}</p>
${actionLink(signInAddress(language, returnTo), words.again)}`,
  };
};

/** Why the form came back. `form`: it did not carry this page's csrf token; `last_number`: the next wrong number ends the link. */
export type ConfirmError = 'form' | 'terms' | NumberError;

type NumberError = keyof SignInWords['numberErrors'];

const isNumberError = (error: ConfirmError | undefined): error is NumberError =>
  error !== undefined && error !== 'form' && error !== 'terms';

type ConfirmPageOptions = {
  language: Language;
  email: string;
  csrf: string;
  /** Whether the address has no account yet: its form then asks for the terms. */
  begins: boolean;
  /** Whether an account has left this address lately. */
  hasMoved: boolean;
  returnTo?: PersonsPage | undefined;
  error?: ConfirmError | undefined;
  /** Whether the link was asked for in this browser. Another asks for the number, and where to sign in. */
  isAsking: boolean;
  /** What was typed as the number. */
  number?: string | undefined;
};

/** The page behind a mailed sign-in link. */
export const confirmSignInPage = (options: ConfirmPageOptions): Page => {
  const { language, email, csrf, begins, hasMoved, returnTo, error, isAsking, number } = options;
  const words = wordsIn(language).signIn;
  const title = begins ? words.begin : words.confirm;
  const numberError = isNumberError(error) ? words.numberErrors[error] : undefined;
  return {
    language,
    title,
    refused: error !== undefined,
    status: error ? (error === 'form' ? 403 : 400) : 200,
    hasForm: true,
    ...(begins && { script: 'time-zone.js' }),
    main: html`<h1>${title}</h1>
<p class="lead">${begins ? words.beginText(email) : words.confirmText(email)}</p>
${hasMoved && html`<p class="note">${words.moved}</p>`}
<form class="panel" method="post">
${error === 'form' && html`<p class="error" role="alert">${words.formError}</p>`}
${csrfField(csrf)}${
  !isAsking &&
  html`<p>${words.otherBrowser}</p>
${numberField({ label: words.numberLabel, hint: words.numberHint, typed: number, error: numberError })}`
}${
  begins &&
  html`<input type="hidden" name="time_zone" value="">
${termsField(language, {
  error: error === 'terms' ? words.termsError : undefined,
  checked: numberError !== undefined,
})}`
}
<div class="actions">${
      isAsking
        ? html`<button type="submit">${begins ? words.beginDiary : wordsIn(language).errors.signIn}</button>`
        : html`<button type="submit" name="where" value="here">${words.here}</button>
<button type="submit" name="where" value="there" class="secondary">${words.there}</button>`
    }</div>
</form>
${begins && html`<p><a href="${signInAddress(language, returnTo)}">${words.otherAddress}</a></p>`}`,
  };
};

/** The link was used for the browser that asked, which goes on by itself. */
export const signedInTherePage = (language: Language, isZoneUnknown: boolean): Page => {
  const { signIn: words, approval } = wordsIn(language);
  return {
    language,
    title: words.thereTitle,
    main: html`<h1>${words.thereTitle}</h1>
<p class="lead">${words.thereText}</p>
${isZoneUnknown && html`<p class="note">${approval.zoneUnknown}</p>`}`,
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
