import type { Language } from '../../contract/fields.ts';
import { type Html, html } from '../figures/html.ts';

const WORDS: Record<Language, string> = {
  en: 'Our address is in the privacy notice',
  es: 'Nuestra dirección está en el aviso de privacidad',
  ru: 'Наш адрес указан в уведомлении о конфиденциальности',
};

/** Where the address to write to stands: after a sentence that says what for. */
export const contactLink = (language: Language): Html =>
  html`<a href="/privacy?language=${language}">${WORDS[language]}</a>.`;
