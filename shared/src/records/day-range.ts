import { LIMITS } from '../contract/limits.ts';
import { addDays, FIRST_DAY } from './calendar.ts';
import { checkRange } from './check-range.ts';

const DEFAULT_DAYS = 7;
const EIGHTH_DAY = addDays(FIRST_DAY, DEFAULT_DAYS);

/**
 * The days that `from` and `to` ask for, both included (`C2.range`), where each may be absent. Throws `invalid_range`,
 * `range_too_long`.
 */
export const dayRange = (
  query: { from?: string | undefined; to?: string | undefined },
  today: string,
  atMost: number = LIMITS.daysRange,
): { from: string; to: string } => {
  const to = query.to ?? today;
  // Before the first day there is none to go back to.
  const from = query.from ?? (to < EIGHTH_DAY ? FIRST_DAY : addDays(to, 1 - DEFAULT_DAYS));
  checkRange(from, to, atMost);
  return { from, to };
};
