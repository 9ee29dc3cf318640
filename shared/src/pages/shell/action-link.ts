import type { Language } from '../../contract/fields.ts';
import { type Html, html } from '../figures/html.ts';

const WORDS: Record<Language, string> = {
  en: 'To the start page',
  es: 'Ir a la página de inicio',
  ru: 'На главную страницу',
};

/** The way on from a page that has none of its own. */
export const homeLink = (language: Language): Html => actionLink(`/?language=${language}`, WORDS[language]);

/** The one way on from a page. */
export const actionLink = (address: string, label: string): Html =>
  html`<p class="actions"><a class="button secondary" href="${address}">${label}</a></p>`;
