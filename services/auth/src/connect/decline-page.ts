import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { actionLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';

type DeclinePageOptions = {
  language: Language;
  /** The address of the approval page. */
  path: string;
  csrf: string;
};

/** Asks once more whether to decline (`C4.decline_twice`). Until its button is pressed the request can still be approved. */
export const declinePage = ({ language, path, csrf }: DeclinePageOptions): Page => {
  const words = wordsIn(language).approval.decline;
  return {
    language,
    title: words.title,
    hasForm: true,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="panel" method="post">
${csrfField(csrf)}<input type="hidden" name="sure" value="on">
<div class="actions"><button type="submit" name="decision" value="deny">${words.confirm}</button></div>
</form>
${actionLink(`${path}?language=${language}`, words.back)}`,
  };
};
