import type { Language } from '../../contract/fields.ts';
import { type Html, html } from '../figures/html.ts';
import { csrfField } from '../form/field.ts';

/** What a page of a signed-in person tells the shell. */
export type SignedIn = {
  /** The page's own address. */
  path: string;
  /** The `csrf` of the session's forms. */
  csrf: string;
};

const en = {
  yourPages: 'Your pages',
  '/report': 'Report',
  '/account/profiles': 'Diaries',
  '/account/links': 'Shared links',
  '/account/download': 'Download',
  '/account': 'Account',
  signOut: 'Sign out',
};
const es: typeof en = {
  yourPages: 'Tus páginas',
  '/report': 'Informe',
  '/account/profiles': 'Diarios',
  '/account/links': 'Enlaces',
  '/account/download': 'Descarga',
  '/account': 'Cuenta',
  signOut: 'Cerrar sesión',
};
const ru: typeof en = {
  yourPages: 'Ваши страницы',
  '/report': 'Отчёт',
  '/account/profiles': 'Дневники',
  '/account/links': 'Ссылки',
  '/account/download': 'Скачать',
  '/account': 'Аккаунт',
  signOut: 'Выйти',
};
const WORDS: Record<Language, typeof en> = { en, es, ru };

/** Every page of a signed-in person, as their navigation lists them; `/account`, which others stand below, comes after those. */
export const PERSONS_PAGES = [
  '/report',
  '/account/profiles',
  '/account/links',
  '/account/download',
  '/account',
] as const;
export type PersonsPage = (typeof PERSONS_PAGES)[number];

/** What a page is called where others lead to it. */
export const pageName = (language: Language, page: PersonsPage): string => WORDS[language][page];

/** The pages of a signed-in person, and the way out; `query` goes with every link. */
export const navigation = (language: Language, { path, csrf }: SignedIn, query: string): Html => {
  const words = WORDS[language];
  return html`
<nav aria-label="${words.yourPages}"><ul>${PERSONS_PAGES.map(
    (link) =>
      html`<li><a href="${link}${query}"${link === path && html` aria-current="page"`}>${words[link]}</a></li>`,
  )}<li><form method="post" action="/signout">${csrfField(csrf)}<button type="submit" class="plain">${words.signOut}</button></form></li></ul></nav>`;
};
