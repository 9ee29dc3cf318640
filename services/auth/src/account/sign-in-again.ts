import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { signInAddress } from 'shared/pages/shell/sign-in-address.ts';
import { wordsIn } from 'shared/words/words.ts';

/** In place of a form that needs a sign-in of the last 15 minutes: the way to one. */
export const signInAgain = (language: Language, email: string): Html => {
  const words = wordsIn(language).account;
  return html`<p>${words.signInAgain}</p>
<form method="post" action="${signInAddress(language, '/account')}">
<input type="hidden" name="email" value="${email}">
<div class="actions"><button type="submit" class="secondary">${words.sendLink}</button></div>
</form>`;
};
