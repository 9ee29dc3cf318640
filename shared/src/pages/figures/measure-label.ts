import type { Language } from '../../contract/fields.ts';
import { MEASURES, type Measure } from '../../contract/measures.ts';
import { cardWordsIn } from '../../words/card-words.ts';

/** The unit of a measure's values where they stand without it; empty if they have none. */
export const unitOf = (language: Language, measure: Measure): string => {
  const { unit } = MEASURES[measure];
  return unit === 'count' ? '' : cardWordsIn(language).measures.units[unit];
};

/** What a measure is called beside a value without its unit: `Protein, g`, `Steps`. */
export const measureLabel = (language: Language, measure: Measure): string =>
  [cardWordsIn(language).measures.names[measure], unitOf(language, measure)].filter(Boolean).join(', ');
