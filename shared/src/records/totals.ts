import { mapFields } from '../contract/map-fields.ts';
import {
  type Nutrient,
  OPTIONAL_NUTRIENTS,
  type OptionalNutrient,
  REQUIRED_NUTRIENTS,
} from '../contract/measures.ts';
import type { MealItem, Totals } from '../contract/operations/meals.ts';

/** Totals before they are rounded: what is stored and added up further. */
export type Sums = Totals;

/** Sums in any shape that was ever stored: they lack the nutrients that came later. */
export type FoundSums = Omit<Sums, OptionalNutrient | 'coverage'> &
  Partial<Pick<Sums, OptionalNutrient>> & { coverage?: Partial<Sums['coverage']> };

const UNSTATED = mapFields(OPTIONAL_NUTRIENTS, () => null);

/** Sums of today's shape (`A.stored`): a nutrient that came later is one that no item states. */
export const readSums = (found: FoundSums): Sums => {
  const stated = found.coverage ?? {};
  const [counts] = Object.values(stated);
  const unstated = { known: 0, of: counts?.of ?? 0 };
  const coverage = mapFields(OPTIONAL_NUTRIENTS, (field) => stated[field] ?? unstated);
  return { ...UNSTATED, ...found, coverage };
};

const ONCE = { known: 1, of: 1 };
const NEVER = { known: 0, of: 1 };

/** One item as sums of itself. */
export const itemSums = (item: Pick<MealItem, Nutrient>): Sums => ({
  ...mapFields(REQUIRED_NUTRIENTS, (field) => item[field]),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => item[field]),
  coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => (item[field] === null ? NEVER : ONCE)),
});

/**
 * The sum of non-negative numbers, as near as a double comes to it (Neumaier's compensated summation), so that neither the
 * order nor the number of the parts shows in a total.
 */
export const sum = (values: readonly number[]): number => {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
};

/** The sum of the values that are known, or null where none is. */
export const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? sum(known) : null;
};

/** Sums of items, meals or days added up; null where there are none (`C3.coverage`). */
export const addUp = (parts: readonly Sums[]): Sums | null => {
  if (parts.length === 0) return null;
  return {
    ...mapFields(REQUIRED_NUTRIENTS, (field) => sum(parts.map((part) => part[field]))),
    ...mapFields(OPTIONAL_NUTRIENTS, (field) => sumKnown(parts.map((part) => part[field]))),
    coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => ({
      known: sum(parts.map((part) => part.coverage[field].known)),
      of: sum(parts.map((part) => part.coverage[field].of)),
    })),
  };
};

/**
 * Rounds to 2 decimals, halves up. The 15 digits that a double reliably holds are taken as the number that was meant, so that
 * 1.005, which is stored a little below, becomes 1.01.
 */
export const round = (value: number): number => {
  const hundredths = value * 100;
  const nearest = Math.round(hundredths);
  // Taking 15 digits moves it by less than 0.001: only near a half does that tell, and it takes most of the time of a report's sums.
  if (Math.abs(hundredths - nearest) < 0.499 && nearest < 1e11) return nearest / 100;
  return Math.round(Number(hundredths.toPrecision(15))) / 100;
};

/** `round` of a figure that may be unknown: then it is null. */
export const roundKnown = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : round(value);

/** Sums as the totals that are shown (`A.listed`): rounded once, here (`C1.rounding`). */
export const roundTotals = (sums: Sums): Totals => ({
  ...mapFields(REQUIRED_NUTRIENTS, (field) => round(sums[field])),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => roundKnown(sums[field])),
  coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => {
    const { known, of } = sums.coverage[field];
    return { known, of };
  }),
});
