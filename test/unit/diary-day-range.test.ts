import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countDays } from 'shared/records/calendar.ts';
import { dayRange } from 'shared/records/day-range.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const given = fc.option(day, { nil: undefined });

describe('dayRange', () => {
  test('is the requested range, by default 7 days up to its end, or an error that says why', () => {
    fc.assert(
      fc.property(given, given, day, (from, to, today) => {
        const end = to ?? today;
        const length = from ? countDays(from, end) : 7;
        const getRange = () => dayRange({ from, to }, today);
        if (length < 1) return expect(getRange).toThrow(expect.objectContaining({ code: 'invalid_range' }));
        if (length > 93) return expect(getRange).toThrow(expect.objectContaining({ code: 'range_too_long' }));
        const range = getRange();
        expect(range.to).toBe(end);
        expect(countDays(range.from, range.to)).toBe(length);
        if (from) expect(range.from).toBe(from);
      }),
      { numRuns: 500 },
    );
  });
});
