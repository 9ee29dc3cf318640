import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from 'shared/contract/fields.ts';
import { isPrefetch } from 'shared/http/prefetch.ts';
import { html } from 'shared/pages/figures/html.ts';
import { actionLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';
import { LINK_PREVIEWERS } from './link-previewers.ts';

const PREVIEWERS = LINK_PREVIEWERS.map(({ agent }) => agent.toLowerCase());

/** Whether a request is no view of the page (`C3.preview`): a messenger that previews a link, or a browser that fetches it ahead. */
export const isPreview = (headers: IncomingHttpHeaders): boolean => {
  const agent = headers['user-agent']?.toLowerCase() ?? '';
  return isPrefetch(headers) || PREVIEWERS.some((word) => agent.includes(word));
};

/** A shared report's page without anything of its records. A browser may show what it fetched ahead, so it leads to the report. */
export const previewPage = (language: Language, title: string, path: string): Page => ({
  language,
  title,
  main: html`<h1>${title}</h1>
${actionLink(path, wordsIn(language).report.open)}`,
});
