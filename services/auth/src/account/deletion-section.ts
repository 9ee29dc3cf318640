import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import { wordsIn } from 'shared/words/words.ts';
import { addressInput } from '../mail/address-field.ts';
import { signInAgain } from './sign-in-again.ts';

type ShownDeletion = {
  email: string;
  csrf: string;
  /** Whether the person signed in so lately that they may delete the account. */
  isRecent: boolean;
  /** Whether the form came back for another address than the account's. */
  wrongAddress: boolean;
};

/** The end of `/account`: deleting the account, or signing in again first (`C8.deletion`). */
export const deletionSection = (language: Language, shown: ShownDeletion): Html => {
  const words = wordsIn(language).account;
  return html`<section class="panel narrow" aria-labelledby="delete">
<h2 id="delete">${words.deletion}</h2>
<p>${words.deletionText} ${words.download(html`<a href="/account/download?language=${language}">${words.downloadLink}</a>`)}</p>
${shown.isRecent ? deletionForm(language, shown) : signInAgain(language, shown.email)}
</section>`;
};

const deletionForm = (language: Language, { email, csrf, wrongAddress }: ShownDeletion): Html => {
  const words = wordsIn(language).account;
  return html`
<form method="post" action="/account/delete?language=${language}">
${csrfField(csrf)}${field(
  {
    id: 'email',
    label: words.confirm(email),
    error: wrongAddress ? words.notices.wrong_address : undefined,
    focused: wrongAddress,
  },
  (attributes) => addressInput(attributes, '', 'off'),
)}
<div class="actions"><button type="submit" class="removes">${words.delete}</button></div>
</form>`;
};
