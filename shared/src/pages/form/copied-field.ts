import type { Language } from '../../contract/fields.ts';
import { wordsIn } from '../../words/words.ts';
import { type Html, html } from '../figures/html.ts';
import { field } from './field.ts';

type CopiedField = {
  id: string;
  label: string;
  value: string;
  /** Whether it is read before it is copied: then all of it shows. */
  isText?: boolean;
};

/**
 * Something to copy: a field, so that a key selects all of it, and a button where scripts run. Its page has the script `copy.js`.
 */
export const copiedField = (language: Language, { id, label, value, isText }: CopiedField): Html => {
  const { copy, copied } = wordsIn(language).form.copied;
  const control = (attributes: Html): Html =>
    isText
      ? html`<textarea${attributes} rows="4" readonly>${value}</textarea>`
      : html`<input${attributes} type="text" class="address" value="${value}" readonly>`;
  return html`<div class="inline">
${field({ id, label }, control)}
<button type="button" class="secondary needs-script" aria-describedby="${id}" data-copies="${id}" data-copied="${copied}">${copy}</button><span class="hidden" aria-live="polite"></span>
</div>`;
};
