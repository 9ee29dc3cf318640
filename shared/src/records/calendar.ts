import { DateTime } from 'luxon';

/** When something happened: the text that is shown, the instant that it sorts by, the day that it belongs to. */
export type Moment = { text: string; instant: Date; day: string };

const WITHOUT_SECONDS = /^(.{16})(?=Z|[+-])/;
/** `Z` and `-00:00` tell the instant but nothing of the place (RFC 9557, section 2). */
const WITHOUT_PLACE = /(Z|-00:00)$/;

/** The calendar date of an instant in a zone, or undefined where its year has no four digits. */
const dateIn = (instant: Date, timeZone: string): string | undefined => {
  const date = DateTime.fromJSDate(instant, { zone: timeZone });
  return date.year >= 1 && date.year <= 9999 ? (date.toISODate() ?? undefined) : undefined;
};

/**
 * The moment that a date-time of the contract names, or now where there is none. Its day is the date in the offset that was
 * sent; where none was sent, and for now, the date in the zone (contract §2).
 */
export const momentOf = (sent: string | null | undefined, timeZone: string): Moment => {
  const text = (sent ??
    DateTime.now().setZone(timeZone).startOf('second').toISO({ suppressMilliseconds: true })) as string;
  const instant = new Date(text);
  const written = text.slice(0, 10);
  return {
    text: text.replace(WITHOUT_SECONDS, '$1:00'),
    instant,
    day: WITHOUT_PLACE.test(text) ? (dateIn(instant, timeZone) ?? written) : written,
  };
};

/**
 * The time of day of a moment's text, `HH:MM`: in the zone where the text tells nothing of the place, as it was sent else.
 * A page shows thousands: luxon keeps what Intl would make anew for each.
 */
export const clockTimeOf = (text: string, timeZone: string): string =>
  WITHOUT_PLACE.test(text)
    ? DateTime.fromJSDate(new Date(text), { zone: timeZone }).toFormat('HH:mm')
    : text.slice(11, 16);

/** The date that it is now in a zone, `YYYY-MM-DD`. */
export const today = (timeZone: string): string => DateTime.now().setZone(timeZone).toISODate() as string;

const utc = (day: string): DateTime => DateTime.fromISO(day, { zone: 'utc' });

/** The day `count` days after a day, before it where `count` is negative. */
export const addDays = (day: string, count: number): string =>
  utc(day).plus({ days: count }).toISODate() as string;

/** How many days there are from one day to another, both counted; 0 or less where they are the wrong way round. */
export const countDays = (from: string, to: string): number => utc(to).diff(utc(from), 'days').days + 1;

/** Every day from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
