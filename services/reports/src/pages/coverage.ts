import { OPTIONAL_NUTRIENTS, type Totals } from 'shared/contract/meals.ts';
import type { Locale } from './locale.ts';
import type { Nutrient } from './measures.ts';

/** How many foods state a figure that they may leave out: `stated for 2 of 5 foods`; null for those that all state. */
export const coverage = (locale: Locale, totals: Totals, field: Nutrient): string | null => {
  const optional = OPTIONAL_NUTRIENTS.find((name) => name === field);
  if (!optional) return null;
  const { known, of } = totals.coverage[optional];
  return locale.words.coverage(locale.count(known), locale.counted(of, locale.words.ofItems));
};
