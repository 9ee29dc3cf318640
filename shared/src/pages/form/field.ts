import { type Html, html } from '../figures/html.ts';

export type Field = {
  id: string;
  label: string;
  hint?: string | undefined;
  /** What was wrong with what was given. */
  error?: string | undefined;
  /** Whether it has the focus, so that a screen reader begins with what is to be corrected. */
  focused?: boolean;
};

/** A control with its label; hint and error belong to it for screen readers too. `control` gets the attributes that tie them. */
export const field = (
  { id, label, hint, error, focused }: Field,
  control: (attributes: Html) => Html,
): Html => {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = html` id="${id}"${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${focused && html` autofocus`}`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error && html`<p class="error" id="${id}-error">${error}</p>`}
${control(attributes)}
</div>`;
};

/** The hidden field that carries a form's `csrfToken`. */
export const csrfField = (token: string): Html => html`<input type="hidden" name="csrf" value="${token}">`;
