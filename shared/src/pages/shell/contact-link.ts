import type { Language } from '../../contract/fields.ts';
import { wordsIn } from '../../words/words.ts';
import { type Html, html } from '../figures/html.ts';

/** Where the address to write to stands: after a sentence that says what for. */
export const contactLink = (language: Language): Html =>
  html`<a href="/privacy?language=${language}">${wordsIn(language).shell.contact}</a>.`;
