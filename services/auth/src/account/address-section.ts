import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import { contactLink } from 'shared/pages/shell/contact-link.ts';
import { wordsIn } from 'shared/words/words.ts';
import { addressInput } from '../mail/address-field.ts';
import { signInAgain } from './sign-in-again.ts';

type ShownAddress = { email: string; csrf: string; isRecent: boolean; isInvalid: boolean };

/** Another address for the account, or signing in again first (`C13.address`). */
export const addressSection = (
  language: Language,
  { email, csrf, isRecent, isInvalid }: ShownAddress,
): Html => {
  const words = wordsIn(language).account;
  return html`<section aria-labelledby="other-address">
<h2 id="other-address">${words.otherAddress}</h2>
<p>${words.otherAddressText}</p>
${
  isRecent
    ? html`<form method="post" action="/account/address?language=${language}" class="inline narrow">
${csrfField(csrf)}${field(
  {
    id: 'new_email',
    label: words.newAddress,
    error: isInvalid ? words.notices.address_invalid : undefined,
    focused: isInvalid,
  },
  (attributes) => addressInput(attributes, '', 'email', 'new_email'),
)}
<button type="submit" class="secondary">${words.sendMoveLink}</button>
</form>`
    : signInAgain(language, email)
}
<p class="muted">${words.lostMailbox} ${contactLink(language)}</p>
</section>`;
};
