import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mapFields } from 'shared/contract/map-fields.ts';
import { OPTIONAL_NUTRIENTS } from 'shared/contract/measures.ts';
import { addUp, itemSums, readSums, round, roundTotals, sum } from 'shared/records/totals.ts';

/** A number with up to 6 decimals, and its exact value in millionths. */
const decimal = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: max * 1_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([millionths, places]) => {
      const unit = 10 ** (6 - places);
      const exact = Math.round(millionths / unit) * unit;
      return { value: Number(`${exact}e-6`), exact: BigInt(exact) };
    });

/** Millionths rounded to hundredths, halves up, without floats. */
const hundredths = (millionths: bigint): number => Number((millionths + 5000n) / 10_000n) / 100;

describe('round', () => {
  test('rounds the decimal that was meant, not its float', () => {
    const cases = {
      0: 0,
      1.005: 1.01,
      1.004999: 1,
      0.285: 0.29,
      2.675: 2.68,
      1.45: 1.45,
      8.345: 8.35,
      100000.005: 100_000.01,
    };
    for (const [value, rounded] of Object.entries(cases))
      expect([value, round(Number(value))]).toEqual([value, rounded]);
    expect(round(0.1 + 0.2)).toBe(0.3);
    expect(Object.is(round(-0) + 0, 0)).toBe(true);
  });

  test('returns the nearest hundredth of any number, halves up', () => {
    fc.assert(fc.property(decimal(1_000_000), ({ value, exact }) => round(value) === hundredths(exact)));
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (value) => round(round(value)) === round(value),
      ),
    );
  });
});

describe('sum', () => {
  test('gives the decimal sum, however the parts are ordered and grouped', () => {
    const parts = fc.array(decimal(20_000), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 50 }), (values, size) => {
        const numbers = values.map(({ value }) => value);
        const groups = Array.from({ length: Math.ceil(numbers.length / size) }, (_, index) =>
          sum(numbers.slice(index * size, (index + 1) * size)),
        );
        const exact = values.reduce((total, one) => total + one.exact, 0n);
        for (const total of [sum(numbers), sum(numbers.toReversed()), sum(numbers.toSorted()), sum(groups)])
          expect(round(total)).toBe(hundredths(exact));
      }),
    );
  });

  test('of ten thousand tenths is a thousand', () => {
    expect(sum(Array(10_000).fill(0.1))).toBe(1000);
  });
});

describe('addUp', () => {
  const unstated = { fiber_g: null, sugar_g: null, sodium_mg: null, weight_g: null };
  const item = (fields: object) => ({
    name: 'Food',
    description: null,
    portion: null,
    confidence: null,
    kcal: 0.333,
    protein_g: 1,
    carbs_g: 2,
    fat_g: 0.005,
    ...unstated,
    ...fields,
  });

  test('of nothing is null', () => {
    expect(addUp([])).toBeNull();
  });

  test('rounds only at the end and counts stated values', () => {
    const meals = [[item({ fiber_g: 0 }), item({ fiber_g: 0.004 })], [item({ sodium_mg: 0.001 })]];
    const day = addUp(meals.flatMap((items) => addUp(items.map(itemSums)) ?? []));
    expect(day && roundTotals(day)).toEqual({
      kcal: 1,
      protein_g: 3,
      carbs_g: 6,
      fat_g: 0.02,
      fiber_g: 0,
      sugar_g: null,
      sodium_mg: 0,
      weight_g: null,
      coverage: {
        fiber_g: { known: 2, of: 3 },
        sugar_g: { known: 0, of: 3 },
        sodium_mg: { known: 1, of: 3 },
        weight_g: { known: 0, of: 3 },
      },
    });
  });
});

describe('sums as they were stored', () => {
  const required = { kcal: 470, protein_g: 23.4, carbs_g: 75, fat_g: 8.1 };
  const none = { fiber_g: null, sugar_g: null, sodium_mg: null, weight_g: null };
  const coverageOf = (of: number) => mapFields(OPTIONAL_NUTRIENTS, () => ({ known: 0, of }));

  test('without a word of coverage, nothing optional is known', () => {
    expect(readSums(required)).toEqual({ ...required, ...none, coverage: coverageOf(0) });
  });

  test('before a nutrient was known, it is known of none of as many items as the others', () => {
    const fiber_g = { known: 1, of: 2 };
    expect(readSums({ ...required, fiber_g: 12, coverage: { fiber_g } })).toEqual({
      ...required,
      ...none,
      fiber_g: 12,
      coverage: { ...coverageOf(2), fiber_g },
    });
  });
});
