import type { Language } from '../contract/fields.ts';
import { en, type Words } from './en/en.ts';
import { es } from './es/es.ts';
import { ru } from './ru/ru.ts';

const WORDS: Record<Language, Words> = { en, es, ru };

/** All that people read, in a language: `wordsIn(language).landing`. */
export const wordsIn = (language: Language): Words => WORDS[language];
