import { LIMITS } from 'shared/contract/limits.ts';
import { Problem } from 'shared/contract/problem.ts';
import { addDays, countDays, FIRST_DAY } from 'shared/records/calendar.ts';

const DEFAULT_DAYS = 7;
const EIGHTH_DAY = addDays(FIRST_DAY, DEFAULT_DAYS);

/** The days that `GET /days` speaks of, both included (`C2.range`). Throws `invalid_range`, `range_too_long`. */
export const dayRange = (
  query: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } => {
  const to = query.to ?? today;
  // Before the first day there is none to go back to.
  const from = query.from ?? (to < EIGHTH_DAY ? FIRST_DAY : addDays(to, 1 - DEFAULT_DAYS));
  const days = countDays(from, to);
  if (days < 1)
    throw new Problem('invalid_range', `The range is from ${from} to ${to}: it ends before it begins.`);
  if (days > LIMITS.daysRange)
    throw new Problem(
      'range_too_long',
      `The range has ${days} days; ask for at most ${LIMITS.daysRange} at a time.`,
    );
  return { from, to };
};
