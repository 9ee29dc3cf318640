import { readCalendarDay } from '../found/calendar-day.ts';

/** A time as Apple Health writes it: the instant, and what calendar and clock showed, both in milliseconds. */
export type HealthTime = { instant: number; local: number };

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;
const MINUTE_MS = 60_000;

/** A time such as `2025-06-10 08:00:00 +0200`; undefined where it is none. */
export const readHealthTime = (written = ''): HealthTime | undefined => {
  const [, year = '', month = '', date = '', hour, minute, second, sign, hours, minutes] =
    WRITTEN.exec(written) ?? [];
  const day = readCalendarDay(year, month, date);
  const local = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (!day || Number.isNaN(local)) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
  return { instant: local - offset, local };
};

/** The day of a time: the date as it is written. */
export const dayOf = ({ local }: Pick<HealthTime, 'local'>): string =>
  new Date(local).toISOString().slice(0, 10);

/** What the clock showed, `HH:MM`. */
export const clockOf = ({ local }: HealthTime): string => new Date(local).toISOString().slice(11, 16);
