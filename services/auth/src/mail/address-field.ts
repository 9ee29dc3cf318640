import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { field } from 'shared/pages/form/field.ts';
import type { FormWords } from 'shared/words/en/form.ts';
import { wordsIn } from 'shared/words/words.ts';

/** Why nothing was mailed to the address. */
export type AddressError = keyof FormWords['address']['errors'];

/**
 * A control that takes every address (`C4.idn`). Not `type="email"`: browsers refuse letters beyond ASCII before the `@` there, and send others
 * after it than were typed.
 */
export const addressInput = (
  attributes: Html,
  value: string,
  autocomplete: 'email' | 'off',
  name = 'email',
): Html =>
  html`<input${attributes} type="text" name="${name}" value="${value}" inputmode="email" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" maxlength="254" required>`;

/** The field for the address that a link is mailed to; it has the focus when the form came back. */
export const addressField = (language: Language, value: string, error?: AddressError): Html => {
  const { label, errors } = wordsIn(language).form.address;
  return field(
    { id: 'email', label, error: error && errors[error], focused: error !== undefined },
    (attributes) => addressInput(attributes, value, 'email'),
  );
};
