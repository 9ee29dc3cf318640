import type { Language } from '../../contract/fields.ts';
import { MEASURES, type Measure } from '../../contract/measures.ts';
import { wordsIn } from '../../words/words.ts';

/** The unit of a measure's values where they stand without it; empty if they have none. */
export const unitOf = (language: Language, measure: Measure): string => {
  const { unit } = MEASURES[measure];
  return unit === 'count' ? '' : wordsIn(language).measures.units[unit];
};

/** What a measure is called beside a value without its unit: `Protein, g`, `Steps`. */
export const measureLabel = (language: Language, measure: Measure): string =>
  [wordsIn(language).measures.names[measure], unitOf(language, measure)].filter(Boolean).join(', ');
