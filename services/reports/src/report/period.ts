import { DateTime, type DateTimeUnit } from 'luxon';
import type { ReportPeriod } from 'shared/contract/operations/reports.ts';
import { LAST_DAY } from 'shared/records/calendar.ts';

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
