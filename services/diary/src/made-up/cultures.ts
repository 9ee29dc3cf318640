import type { Language } from 'shared/contract/fields.ts';
import type { Culture } from './culture.ts';
import { english } from './english.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

/** The people of each language. */
export const CULTURES: Record<Language, Culture> = { en: english, es: spanish, ru: russian };
