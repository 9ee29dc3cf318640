import type { Delimiter } from './columns.ts';

/** How trackers write that they do not know. */
const UNKNOWN = new Set(['', 'n/a', 'na', '-', '--', '–', '—', 'null']);

/** Whether a cell says that its tracker does not know. */
export const isUnknown = (written: string): boolean => UNKNOWN.has(written.toLowerCase());

const THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+$/;
const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * The number that is written; undefined where that is nothing, NaN where it is something else. A comma is a decimal one, unless it parts
 * thousands: before a point, or in a table that is itself separated by commas, in front of three digits.
 */
export const readNumber = (written: string, delimiter: Delimiter): number | undefined => {
  if (isUnknown(written)) return undefined;
  const plain = written.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[−–]/, '-');
  const isEnglish = plain.lastIndexOf('.') > plain.lastIndexOf(',');
  const isThousands = delimiter === ',' && THOUSANDS.test(plain);
  const text =
    isEnglish || isThousands ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.');
  return NUMBER.test(text) ? Number(text) : Number.NaN;
};
