import type { Language } from '../../contract/fields.ts';
import { wordsIn } from '../../words/words.ts';
import { type Html, html } from '../figures/html.ts';
import { csrfField } from '../form/field.ts';

/** What a page of a signed-in person tells the shell. */
export type SignedIn = {
  /** The page's own address. */
  path: string;
  /** The `csrf` of the session's forms. */
  csrf: string;
};

/** Every page of a signed-in person, as their navigation lists them; `/account`, which others stand below, comes after those. */
export const PERSONS_PAGES = [
  '/report',
  '/account/profiles',
  '/account/links',
  '/clients',
  '/account/download',
  '/account',
] as const;
export type PersonsPage = (typeof PERSONS_PAGES)[number];

/** What a page is called where others lead to it. */
export const pageName = (language: Language, page: PersonsPage): string =>
  wordsIn(language).shell.navigation[page];

/** The pages of a signed-in person, and the way out; `query` goes with every link. */
export const navigation = (language: Language, { path, csrf }: SignedIn, query: string): Html => {
  const words = wordsIn(language).shell.navigation;
  return html`
<nav aria-label="${words.yourPages}"><ul>${PERSONS_PAGES.map(
    (link) =>
      html`<li><a href="${link}${query}"${link === path && html` aria-current="page"`}>${words[link]}</a></li>`,
  )}<li><form method="post" action="/signout">${csrfField(csrf)}<button type="submit" class="plain">${words.signOut}</button></form></li></ul></nav>`;
};
