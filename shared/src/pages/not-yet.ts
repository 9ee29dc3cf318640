import type { Language } from '../contract/fields.ts';

const WORDS: Record<Language, string> = { en: 'Not yet', es: 'Todavía no', ru: 'Ещё не всё' };

/** The title of a page whose form came back: a screen reader begins with it. */
export const notYet = (language: Language, title: string): string => `${WORDS[language]}: ${title}`;
