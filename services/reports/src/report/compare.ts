import { addDays, countDays } from 'shared/records/calendar.ts';
import { commonDays, type Range } from './range.ts';

/** The range of the same length just before another (`C12.compare`), as far as it is allowed; undefined where nothing of it is. */
export const rangeBefore = ({ from, to }: Range, allowed: Range): Range | undefined =>
  from > allowed.from
    ? commonDays({ from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }, allowed)
    : undefined;
