import { type Html, html } from 'shared/pages/figures/html.ts';
import { field } from 'shared/pages/form/field.ts';

type NumberField = { label: string; hint: string; typed: string | undefined; error: string | undefined };

/** The field for the two-digit number that the page of the asking browser shows; it has the focus where it was wrong. */
export const numberField = ({ typed, error, ...words }: NumberField): Html =>
  field(
    { id: 'number', ...words, error, focused: error !== undefined },
    (attributes) =>
      html`<input${attributes} class="short" type="text" name="number" value="${typed}" inputmode="numeric" autocomplete="off" maxlength="2">`,
  );
