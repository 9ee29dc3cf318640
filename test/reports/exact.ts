/*
 * Decimals without floats, in whole units of 10^-30: what tests compute figures with that the service computes its own way.
 */

const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);
const HUNDREDTH = ONE / 100n;

/** A number as the decimal that it is written as, in units. */
export const exact = (value: number): bigint => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  const shift = PLACES - fraction.length + Number(exponent);
  const all = BigInt(whole + fraction);
  return shift >= 0 ? all * 10n ** BigInt(shift) : all / 10n ** BigInt(-shift);
};

export const exactSum = (values: readonly number[]): bigint =>
  values.reduce((total, value) => total + exact(value), 0n);

/** The number nearest to the product of two numbers. */
export const exactProduct = (one: number, other: number): number => {
  const units = (exact(one) * exact(other)) / ONE;
  return Number(`${units}e-${PLACES}`);
};

/** `sum / count` to two decimals, halves up; `sum` is in units and not negative. */
export const rounded = (sum: bigint, count = 1n): number =>
  Number((2n * sum + HUNDREDTH * count) / (2n * HUNDREDTH * count)) / 100;

/** One number to two decimals, halves up. */
export const roundedNumber = (value: number): number => rounded(exact(value));
