import { DateTime, type Zone } from 'luxon';

/** When something happened: the text that is shown, the instant that it sorts by, and the day and the time of day (`HH:MM`) of it. */
type Moment = { text: string; instant: Date; day: string; clock_time: string };

const WITHOUT_SECONDS = /^(.{16})(?=Z|[+-])/;
/** `Z` and `-00:00` state the instant but nothing about the place (RFC 9557, section 2). */
const WITHOUT_PLACE = /(Z|-00:00)$/;

/** What calendar and clock show of an instant in a zone, as in ISO 8601; undefined where the year has no four digits. */
const localIn = (instant: Date, timeZone: string): string | undefined => {
  const local = DateTime.fromJSDate(instant, { zone: timeZone });
  return local.year >= 1 && local.year <= 9999 ? (local.toISO() ?? undefined) : undefined;
};

/** Now, to the second, as calendar and clock of a zone show it. */
export const nowIn = (timeZone: string): string => {
  const seconds = Math.floor(Date.now() / 1000);
  return DateTime.fromSeconds(seconds, { zone: timeZone }).toISO({ suppressMilliseconds: true }) as string;
};

/**
 * The moment that a date-time of the contract names, or now where there is none. Its day and its time of day are those in the
 * offset that was sent; without an offset, and for now, those in the zone (`C2.day`).
 */
export const momentOf = (sent: string | null | undefined, timeZone: string): Moment => {
  const text = sent ?? nowIn(timeZone);
  const instant = new Date(text);
  const local = (WITHOUT_PLACE.test(text) ? localIn(instant, timeZone) : undefined) ?? text;
  return {
    text: text.replace(WITHOUT_SECONDS, '$1:00'),
    instant,
    day: local.slice(0, 10),
    clock_time: local.slice(11, 16),
  };
};

/**
 * The date-time of another day with the same time of day as one that was sent (`C11.copies`): with the offset that the zone has on that
 * day or, where the moment had another than the zone's, with its own.
 */
export const sameTimeOn = (day: string, sent: string, timeZone: string): string => {
  const time = placeOf(sent, timeZone).toISOTime({ suppressMilliseconds: true, includeOffset: false });
  return atPlaceOf(sent, `${day}T${time}`, timeZone);
};

/** The moment that was sent, where it was: in the zone or, where it had another offset than the zone's, in its own. */
const placeOf = (sent: string, timeZone: string): DateTime => {
  const there = DateTime.fromISO(sent, { zone: timeZone });
  const asSent = DateTime.fromISO(sent, { setZone: true });
  return WITHOUT_PLACE.test(sent) || asSent.offset === there.offset ? there : asSent;
};

/** A time of calendar and clock (`2026-10-04T13:05`) as a date-time, with the offset that it has where `sent` was. */
export const atPlaceOf = (sent: string, local: string, timeZone: string): string =>
  atClockIn(local, placeOf(sent, timeZone).zone);

/** A time of calendar and clock (`2026-10-04T13:05`) as a date-time, with the offset that a zone has then. */
export const atClockIn = (local: string, zone: string | Zone): string => {
  // A time that the day has twice is the first: Luxon would take either, depending on the season.
  const [first] = DateTime.fromISO(local, { zone }).getPossibleOffsets();
  return `${local}${first?.toFormat('ZZ')}`;
};

/** The date that it is in a zone, now or at another moment, `YYYY-MM-DD`. */
export const today = (timeZone: string, at = new Date()): string =>
  DateTime.fromJSDate(at, { zone: timeZone }).toISODate() as string;

/** The moment at which a day begins: the first midnight of one that has it twice, as in Havana, for which Luxon would take either. */
const firstMoment = (day: DateTime): Date =>
  (day.startOf('day').getPossibleOffsets()[0] as DateTime).toJSDate();

/** The moment at which a day begins in a zone, and that at which the next one does. */
export const startOfDay = (day: string, timeZone: string): Date =>
  firstMoment(DateTime.fromISO(day, { zone: timeZone }));
export const endOfDay = (day: string, timeZone: string): Date =>
  firstMoment(DateTime.fromISO(day, { zone: timeZone }).plus({ days: 1 }));

/** By how many minutes the clocks of a zone are ahead of UTC at an instant. */
export const offsetIn = (instant: Date, timeZone: string): number =>
  DateTime.fromJSDate(instant, { zone: timeZone }).offset;

/** No calendar here has a day before the first or after the last: a year has four digits. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

const DAY_MS = 86_400_000;

/** The day that begins at this moment of UTC. */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day `count` days after a day, before it where `count` is negative. */
export const addDays = (day: string, count: number): string => dayAt(Date.parse(day) + count * DAY_MS);

/** How many days there are from one day to another, both counted; 0 or less where they are the wrong way round. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The days of the same number just before others, or with `1` just after them. */
export const neighbouringDays = ({ from, to }: { from: string; to: string }, steps: 1 | -1) => {
  const length = steps * countDays(from, to);
  return { from: addDays(from, length), to: addDays(to, length) };
};

/** Every day from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));

/** Which day of its week a day is: 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
