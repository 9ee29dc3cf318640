import { DateTime, type DateTimeUnit } from 'luxon';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Report, ReportPeriod } from 'shared/contract/operations/reports.ts';
import { Problem } from 'shared/contract/problem.ts';
import { addDays, countDays, FIRST_DAY, LAST_DAY } from 'shared/records/calendar.ts';
import { dayRange } from 'shared/records/day-range.ts';

/** The days from `from` to `to`, both included. */
export type Range = { from: string; to: string };

const UNITS: Record<ReportPeriod, DateTimeUnit> = { daily: 'day', weekly: 'week', monthly: 'month' };

const END = DateTime.fromISO(LAST_DAY, { zone: 'utc' });

/**
 * The whole period that a day lies in: itself, its week from Monday to Sunday, its calendar month (`C2.week`). The last week
 * of all is a short one.
 */
export const periodAround = (period: ReportPeriod, day: string): Range => {
  const date = DateTime.fromISO(day, { zone: 'utc' });
  return {
    from: date.startOf(UNITS[period]).toISODate() as string,
    to: DateTime.min(date.endOf(UNITS[period]), END).toISODate() as string,
  };
};

/** The day of a range that is nearest to a day. */
const nearestDay = (day: string, { from, to }: Range): string => (day < from ? from : day > to ? to : day);

/** The days that two ranges have in common; undefined where there are none. */
export const commonDays = (one: Range, other: Range): Range | undefined => {
  const from = nearestDay(one.from, { from: other.from, to: LAST_DAY });
  const to = nearestDay(one.to, { from: FIRST_DAY, to: other.to });
  return from <= to ? { from, to } : undefined;
};

/** The days that a page shows. `day` is one of them, for the way to a period around it. */
export type PageDays = {
  period: Report['period'];
  range: Range;
  day: string;
  /** What was wrong with the range that was asked for. */
  refused?: 'invalid_range' | 'range_too_long';
};

const ofRange = (range: Range, today: string): PageDays => ({
  period: range.from === range.to ? 'daily' : 'range',
  range,
  day: nearestDay(today, range),
});

const ofPeriod = (period: ReportPeriod, day: string, allowed: Range): PageDays | undefined => {
  const range = commonDays(periodAround(period, day), allowed);
  return range && { period, range, day: nearestDay(day, range) };
};

const WEEK_DAYS = 7;

/** What a page opens with: all that it may show where both ends are set, the last of too many days; else this week, or the week nearest to it. */
const openingDays = (allowed: Range, today: string): PageDays => {
  const first = (days: number) => nearestDay(addDays(nearestDay(today, allowed), 1 - days), allowed);
  const upTo = (days: number) => {
    const from = first(days);
    return ofRange({ from, to: nearestDay(addDays(from, days - 1), allowed) }, today);
  };
  if (allowed.from === FIRST_DAY || allowed.to === LAST_DAY)
    return ofPeriod('weekly', today, allowed) ?? upTo(WEEK_DAYS);
  return countDays(allowed.from, allowed.to) > LIMITS.reportDays
    ? upTo(LIMITS.reportDays)
    : ofRange(allowed, today);
};

/** What an address may ask for: a period around a day, or a range of days. */
type AskedDays = {
  period?: ReportPeriod | undefined;
  day?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * The days that a page shows (`C12.pages`): what is asked for as far as it is allowed, this week at first. Where nothing of it is
 * allowed, or it is no range, the days are those that the page opens with.
 */
export const pageDays = (asked: AskedDays, allowed: Range, today: string): PageDays => {
  const { period, day, from, to } = asked;
  if (from !== undefined || to !== undefined) {
    try {
      const range = commonDays(dayRange(asked, today, LIMITS.reportDays), allowed);
      if (range) return ofRange(range, today);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...openingDays(allowed, today), refused: error.code as 'invalid_range' | 'range_too_long' };
    }
  }
  const asPeriod = (period || day) && ofPeriod(period ?? 'weekly', day ?? today, allowed);
  return asPeriod || openingDays(allowed, today);
};
