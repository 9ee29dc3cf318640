import type { Language } from '../../contract/fields.ts';
import { wordsIn } from '../../words/words.ts';
import { type Html, html } from '../figures/html.ts';

/** The way on from a page that has none of its own; `site` as in `Page`. */
export const homeLink = (language: Language, site = ''): Html =>
  actionLink(`${site}/?language=${language}`, wordsIn(language).shell.home);

/** The one way on from a page. */
export const actionLink = (address: string, label: string): Html =>
  html`<p class="actions"><a class="button secondary" href="${address}">${label}</a></p>`;
