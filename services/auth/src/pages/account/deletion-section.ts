import type { Language } from 'shared/contract/fields.ts';
import { csrfField } from 'shared/pages/form.ts';
import { type Html, html } from 'shared/pages/html.ts';
import { mend } from '../terms-field.ts';
import { ACCOUNT_WORDS, type AccountWords } from './account-words.ts';

export type ShownDeletion = {
  email: string;
  csrf: string;
  /** Whether the person signed in so lately that they may delete the account. */
  isRecent: boolean;
  /** Whether the form came back for another address than the account's. */
  wrongAddress: boolean;
};

export const deletionSection = (language: Language, shown: ShownDeletion): Html => {
  const words = ACCOUNT_WORDS[language];
  return html`<section class="panel narrow" aria-labelledby="delete">
<h2 id="delete">${words.deletion}</h2>
<p>${words.deletionText} ${words.download(html`<a href="/account/download">${words.downloadLink}</a>`)}</p>
${shown.isRecent ? deletionForm(words, shown) : signInAgain(language, shown)}
</section>`;
};

const signInAgain = (language: Language, { email }: ShownDeletion): Html => {
  const words = ACCOUNT_WORDS[language];
  return html`<p>${words.signInAgain}</p>
<form method="post" action="/signin?language=${language}">
<input type="hidden" name="email" value="${email}">
<div class="actions"><button type="submit" class="secondary">${words.sendLink}</button></div>
</form>`;
};

const deletionForm = (words: AccountWords, { email, csrf, wrongAddress }: ShownDeletion): Html => html`
<form method="post" action="/account/delete">
${csrfField(csrf)}<div class="field">
${wrongAddress && html`<p class="error" id="email-error">${words.notices.wrong_address}</p>`}
<label for="email">${words.confirm(email)}</label>
<input type="email" id="email" name="email" autocomplete="off" maxlength="254" required${wrongAddress && mend('email-error')}>
</div>
<div class="actions"><button type="submit">${words.delete}</button></div>
</form>`;
