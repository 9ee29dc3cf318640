import { DateTime, type DateTimeUnit } from 'luxon';
import type { ReportPeriod } from 'shared/contract/reports.ts';

/** The days from `from` to `to`, both included. */
export type Range = { from: string; to: string };

const UNITS: Record<ReportPeriod, DateTimeUnit> = { daily: 'day', weekly: 'week', monthly: 'month' };

/** The whole period that a day lies in: itself, its week from Monday to Sunday, its calendar month (contract §2). */
export const periodAround = (period: ReportPeriod, day: string): Range => {
  const date = DateTime.fromISO(day, { zone: 'utc' });
  return {
    from: date.startOf(UNITS[period]).toISODate() as string,
    to: date.endOf(UNITS[period]).toISODate() as string,
  };
};
