import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from 'shared/contract/limits.ts';
import { LOCALES } from 'shared/pages/figures/locale.ts';
import { plotColumns, plottedBy } from 'shared/pages/figures/plots/columns.ts';
import { addDays, countDays, daysBetween, FIRST_DAY, LAST_DAY } from 'shared/records/calendar.ts';
import { rangeBefore } from '../../services/reports/src/report/compare.ts';
import { pageDays } from '../../services/reports/src/report/range.ts';
import type { PageDay } from '../../services/reports/src/report-data/report-page-data.ts';
import { onAverage } from '../../services/reports/src/report-page/view/plotted-day.ts';
import { proves } from '../support/proves.ts';

const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const period = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const);
const allowed = fc
  .tuple(maybe(day), maybe(day))
  .filter(([from, to]) => !from || !to || from <= to)
  .map(([from = FIRST_DAY, to = LAST_DAY]) => ({ from, to }));

describe('the days of a page', () => {
  proves(
    ['C12.pages', 'C13.shows'],
    'are those that are asked for, and never others than are allowed',
    () => {
      const asked = fc.record({ period: maybe(period), day: maybe(day), from: maybe(day), to: maybe(day) });
      fc.assert(
        fc.property(asked, allowed, day, (asked, allowed, today) => {
          const { range, day, period, refused } = pageDays(asked, allowed, today);
          expect(range.from >= allowed.from && range.to <= allowed.to && range.from <= range.to).toBe(true);
          expect(day >= range.from && day <= range.to).toBe(true);
          expect(countDays(range.from, range.to)).toBeLessThanOrEqual(LIMITS.reportDays);
          const { from, to } = asked;
          if (from && to && !refused && from <= allowed.to && to >= allowed.from)
            expect([range.from, range.to]).toEqual([
              [from, allowed.from].sort()[1],
              [to, allowed.to].sort()[0],
            ]);
          if (from && to && from > to) expect(refused).toBe('invalid_range');
          if (from && to && countDays(from, to) > LIMITS.reportDays) expect(refused).toBe('range_too_long');
          if (period === 'daily') expect(range.from).toBe(range.to);
        }),
        { numRuns: 500 },
      );
    },
  );

  proves(['C12.compare'], 'have the same number of days before them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 366 }), allowed, (from, length, allowed) => {
        const range = { from, to: addDays(from, length - 1) };
        const before = rangeBefore(range, { from: FIRST_DAY, to: LAST_DAY });
        expect(before?.to).toBe(addDays(from, -1));
        expect(countDays(before?.from ?? '', before?.to ?? '')).toBe(length);
        const within = rangeBefore(range, allowed);
        if (within) expect(within.from >= allowed.from && within.to <= allowed.to).toBe(true);
      }),
    );
  });

  proves(['C12.pages'], 'are plotted by day, by week and by month, each day in one column', () => {
    const pageDay = (date: string, kcal: number): PageDay =>
      ({
        day: date,
        totals: { kcal, protein_g: 0, carbs_g: 0, fat_g: 0 },
        meal_count: 1,
        note_count: 1,
        meals: [],
        activity: null,
        sleep: null,
        wellbeing: [],
      }) as never;
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 366 }), (from, length) => {
        const to = addDays(from, length - 1);
        const days = daysBetween(from, to).map((date, index) => pageDay(date, index));
        const columns = plotColumns(LOCALES.en, days, to, onAverage);
        expect(columns.flatMap((column) => column.days)).toEqual(days);
        expect(plottedBy(length)).toBe(length <= 31 ? 'day' : length <= 182 ? 'week' : 'month');
        expect(columns.length).toBeLessThanOrEqual(31);
        for (const { pageDay: plotted, days: all, key } of columns) {
          expect(key).toBe(all[0]?.day);
          const mean = all.reduce((sum, one) => sum + (one.totals?.kcal ?? 0), 0) / all.length;
          expect(plotted.totals?.kcal).toBeCloseTo(mean, 2);
          expect(plotted.note_count).toBe(all.length);
        }
      }),
      { numRuns: 60 },
    );
    const names = plotColumns(
      LOCALES.en,
      daysBetween('2026-01-15', '2026-12-20').map((date) => pageDay(date, 0)),
      '2026-12-20',
      onAverage,
    ).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['January 2026', 'February 2026']);
    expect(names).toHaveLength(12);
  });
});
