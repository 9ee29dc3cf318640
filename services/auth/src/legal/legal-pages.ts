import type { Language } from 'shared/contract/fields.ts';
import { formatDay } from 'shared/pages/figures/format.ts';
import { html } from 'shared/pages/figures/html.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';
import { TERMS_VERSION } from './terms-version.ts';

/** Who runs this site, as the terms and the privacy notice name them. `contact` is a mail address. */
export type Operator = { name: string; contact: string };

/** A text of sections. */
type LegalText = {
  title: string;
  lead: string;
  sections: Readonly<Record<string, { heading: string; paragraphs: readonly string[] }>>;
};

const legalPage = (language: Language, { title, lead, sections }: LegalText, operator: Operator): Page => {
  const labels = wordsIn(language).legal.labels;
  return {
    language,
    title,
    indexed: true,
    main: html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<dl class="facts">
<div><dt>${labels.operator}</dt><dd>${operator.name}</dd></div>
<div><dt>${labels.contact}</dt><dd><a href="mailto:${operator.contact}">${operator.contact}</a></dd></div>
<div><dt>${labels.version}</dt><dd><time datetime="${TERMS_VERSION}">${formatDay(language, TERMS_VERSION)}</time></dd></div>
</dl>
${Object.values(sections).map(
  ({ heading, paragraphs }) => html`<h2>${heading}</h2>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}`,
)}`,
  };
};

/** `/terms` */
export const termsPage = (language: Language, operator: Operator): Page =>
  legalPage(language, wordsIn(language).legal.terms, operator);

/** `/privacy` */
export const privacyPage = (language: Language, operator: Operator): Page =>
  legalPage(language, wordsIn(language).legal.privacy, operator);
