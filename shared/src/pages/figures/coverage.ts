import { type Measure, type Nutrient, OPTIONAL_NUTRIENTS } from '../../contract/measures.ts';
import type { Totals } from '../../contract/operations/meals.ts';
import type { Locale } from './locale.ts';

const countsOf = (totals: Totals, measure: Measure) => {
  const optional = OPTIONAL_NUTRIENTS.find((name) => name === measure);
  return optional ? totals.coverage[optional] : null;
};

/** Whether some foods leave a figure out: what is known of it says nothing of the rest. */
export const isPartlyKnown = (totals: Totals | null, measure: Measure): boolean => {
  const counts = totals && countsOf(totals, measure);
  return counts !== null && counts.known < counts.of;
};

/** A sum or an average of these totals: `13.4 g`, and `at least 13.4 g` where some foods leave it out. */
export const knownAmount = (
  { words, measure: written }: Locale,
  totals: Totals | null,
  measure: Measure,
  value: number,
): string => {
  const amount = written(measure, value);
  return isPartlyKnown(totals, measure) ? words.atLeast(amount) : amount;
};

/** How many foods state a figure that they may leave out: `stated for 2 of 5 foods`; null for those that all state. */
export const coverage = (locale: Locale, totals: Totals, field: Nutrient): string | null => {
  const counts = countsOf(totals, field);
  return (
    counts &&
    locale.words.coverage(locale.count(counts.known), locale.counted(counts.of, locale.words.ofItems))
  );
};

/** The sums that foods may leave out, each with how many state it: `Fibre at least 13.4 g (stated for 2 of 5 foods)`. */
export const optionalTotals = (locale: Locale, totals: Totals): string[] =>
  OPTIONAL_NUTRIENTS.flatMap((nutrient) => {
    const value = totals[nutrient];
    if (value === null) return [];
    return `${locale.names[nutrient]}\u00a0${knownAmount(locale, totals, nutrient, value)} (${coverage(locale, totals, nutrient)})`;
  });
