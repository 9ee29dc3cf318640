import type { Language } from '../contract/fields.ts';
import { cards as enCards } from './en/cards.ts';
import type { Words } from './en/en.ts';
import { links as enLinks } from './en/links.ts';
import { measures as enMeasures } from './en/report/measures.ts';
import { range as enRange } from './en/report/range.ts';
import { report as enReport } from './en/report/report.ts';
import { cards as esCards } from './es/cards.ts';
import { links as esLinks } from './es/links.ts';
import { measures as esMeasures } from './es/report/measures.ts';
import { range as esRange } from './es/report/range.ts';
import { report as esReport } from './es/report/report.ts';
import { cards as ruCards } from './ru/cards.ts';
import { links as ruLinks } from './ru/links.ts';
import { measures as ruMeasures } from './ru/report/measures.ts';
import { range as ruRange } from './ru/report/range.ts';
import { report as ruReport } from './ru/report/report.ts';

type CardWords = Pick<Words, 'cards' | 'links' | 'measures' | 'range' | 'report'>;

const CARD_WORDS: Record<Language, CardWords> = {
  en: { cards: enCards, links: enLinks, measures: enMeasures, range: enRange, report: enReport },
  es: { cards: esCards, links: esLinks, measures: esMeasures, range: esRange, report: esReport },
  ru: { cards: ruCards, links: ruLinks, measures: ruMeasures, range: ruRange, report: ruReport },
};

/** Of `wordsIn` what figures and cards say: a card holds every language, and has room for no more than it shows. */
export const cardWordsIn = (language: Language): CardWords => CARD_WORDS[language];
