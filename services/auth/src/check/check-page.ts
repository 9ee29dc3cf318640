import type { Language } from 'shared/contract/fields.ts';
import { formatDay, formatZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { copiedField } from 'shared/pages/form/copied-field.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { CheckSeen } from 'shared/words/en/check.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Finding, SiteFindings } from './check-site.ts';

/** `/check` (`C8.check`): each finding in words, with what to do. */
export const checkPage = (language: Language, siteUrl: string, { at, findings }: SiteFindings): Page => {
  const words = wordsIn(language).check;
  return {
    language,
    title: words.title,
    script: 'copy.js',
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead(siteUrl)}</p>
<dl class="facts">
${findings.map((finding) => found(language, finding))}</dl>
<p class="muted"><small>${words.when(formatZonedMoment(language, at, 'UTC'))}</small></p>
<h2>${words.elsewhere}</h2>
<p>${words.elsewhereText}</p>
${copiedField(language, {
  id: 'command',
  label: words.command,
  value: `curl -si -A Claude-User -X POST ${siteUrl}/mcp`,
})}`,
  };
};

const found = (language: Language, { check, outcome, address, what }: Finding): Html => {
  const words = wordsIn(language).check;
  const { seen, todo }: CheckSeen = words.seen[outcome];
  const shown = what instanceof Date ? formatDay(language, what.toISOString().slice(0, 10)) : what;
  return html`<div id="${check}"><dt>${words.headings[check]}</dt>
<dd><strong>${words[todo ? 'mend' : outcome === 'no_date' ? 'unknown' : 'works']}</strong>
<p>${seen(address, shown)}</p>
${todo && html`<p>${todo}</p>`}</dd></div>\n`;
};
