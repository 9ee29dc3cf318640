import type { Language } from '../contract/fields.ts';
import type { Words } from './en/en.ts';
import { measures as enMeasures } from './en/report/measures.ts';
import { report as enReport } from './en/report/report.ts';
import { measures as esMeasures } from './es/report/measures.ts';
import { report as esReport } from './es/report/report.ts';
import { measures as ruMeasures } from './ru/report/measures.ts';
import { report as ruReport } from './ru/report/report.ts';

type CardWords = Pick<Words, 'measures' | 'report'>;

const CARD_WORDS: Record<Language, CardWords> = {
  en: { measures: enMeasures, report: enReport },
  es: { measures: esMeasures, report: esReport },
  ru: { measures: ruMeasures, report: ruReport },
};

/** Of `wordsIn` what figures and cards say: a card holds every language, and has room for no more than it shows. */
export const cardWordsIn = (language: Language): CardWords => CARD_WORDS[language];
