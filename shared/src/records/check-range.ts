import { Problem } from '../contract/problem.ts';
import { countDays } from './calendar.ts';

/** Checks a range of days, both ends included (`C2.range`), of any length where `atMost` is not given. Throws `invalid_range`, `range_too_long`. */
export const checkRange = (from: string, to: string, atMost = Number.POSITIVE_INFINITY): void => {
  const days = countDays(from, to);
  if (days < 1)
    throw new Problem('invalid_range', `The range is from ${from} to ${to}: it ends before it begins.`);
  if (days > atMost)
    throw new Problem('range_too_long', `The range has ${days} days; ask for at most ${atMost} at a time.`);
};
