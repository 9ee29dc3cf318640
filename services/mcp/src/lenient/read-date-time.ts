import { offsetIn } from 'shared/records/calendar.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';

const WRITTEN_OTHERWISE =
  /^(?<day>\d{4}-\d{2}-\d{2})[Tt ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:(?<utc>[Zz])|(?<hours>[+-]\d{2})(?::?(?<minutes>\d{2}))?)(?:\[(?<zone>[^\]]+)\])?$/;

/**
 * A date-time as the contract writes it, where it was written otherwise but means one thing alone; else as it came. A zone has to agree with
 * the offset beside it (RFC 9557, 3.4); with one, `Z` says that the place is where the clocks show UTC.
 */
export const readDateTime = (text: string): string => {
  const { day, time, utc, hours, minutes = '00', zone } = WRITTEN_OTHERWISE.exec(text)?.groups ?? {};
  if (day === undefined) return text;
  const offset = utc ? 'Z' : `${hours}:${minutes}`;
  const written = `${day}T${time}${offset}`;
  if (zone === undefined) return written;
  const timeZone = findTimeZone(zone);
  const instant = new Date(written);
  if (timeZone === undefined || Number.isNaN(instant.getTime())) return text;
  const stated = utc ? 0 : (Number(hours) * 60 || 0) + Number(`${hours?.[0]}${minutes}`);
  if (offsetIn(instant, timeZone) !== stated) return text;
  return utc && isPlace(timeZone) ? `${day}T${time}+00:00` : written;
};

/** UTC has names that are no place's either, such as `Etc/UTC`. */
const isPlace = (timeZone: string): boolean =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== 'UTC';
