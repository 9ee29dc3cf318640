import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import { homeLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';

/** An authorization request whose client cannot be told, because its redirect address cannot be trusted (RFC 6749, part 4.1.2.1). */
export const oauthErrorPage = (
  siteUrl: string,
  language: Language,
  status: number,
  error: string,
  description = '',
): Page => {
  const words = wordsIn(language).oauthSignIn;
  return {
    language,
    title: words.refusedTitle,
    status,
    site: siteUrl,
    main: html`<h1>${words.refusedTitle}</h1>
<p class="lead">${words.refusedLead}</p>
<p><code>${error}</code> <span lang="en">${description}</span></p>
${error === 'invalid_client' && html`<p>${words.unknownClient}</p>`}
${homeLink(language, siteUrl)}`,
  };
};
