import { neighbouringDays } from 'shared/records/calendar.ts';
import { commonDays, type Range } from './range.ts';

/** The range of the same length just before another (`C12.compare`), as far as it is allowed; undefined where nothing of it is. */
export const rangeBefore = (range: Range, allowed: Range): Range | undefined =>
  range.from > allowed.from ? commonDays(neighbouringDays(range, -1), allowed) : undefined;
