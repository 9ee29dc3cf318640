import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { wordsIn } from 'shared/words/words.ts';

/** The checkbox `terms`, without which no account begins. `error` says why the form came back; the field then has the focus. */
export const termsField = (
  language: Language,
  { error, checked }: { error?: string | undefined; checked?: boolean },
): Html => {
  const words = wordsIn(language).form.terms;
  // In the same tab what the form holds would be lost.
  const link = (path: string, name: string): Html =>
    html`<a href="${path}?language=${language}" target="_blank" rel="noopener" aria-describedby="new-tab">${name}</a>`;
  const label = words.terms(link('/terms', words.termsLink), link('/privacy', words.privacyLink));
  return html`<div class="field">
${error && html`<p class="error" id="terms-error">${error}</p>`}
<div class="choice"><input type="checkbox" id="terms" name="terms" value="on"${checked && html` checked`}${error && html` autofocus aria-invalid="true" aria-describedby="terms-error"`}><label for="terms">${label} <small id="new-tab">${words.newTab}</small></label></div>
</div>`;
};
