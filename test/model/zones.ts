/* Days and clocks of time zones, by Intl alone. */

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone);
  if (known) return known;
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('sv-SE', {
    ...options,
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  });
  clocks.set(zone, made);
  return made;
};

/** What clock and calendar show at a moment, in ms: `2026-10-04T13:05:00`. */
export const localTime = (zone: string, at: number): string => clockOf(zone).format(at).replace(' ', 'T');

export const localDay = (zone: string, at: number): string => localTime(zone, at).slice(0, 10);

/** The offset of a zone at a moment, in minutes. */
export const offsetAt = (zone: string, at: number): number =>
  Math.round((Date.parse(`${localTime(zone, at)}Z`) - at) / 60_000);

/** `+02:00` */
export const writtenOffset = (minutes: number): string => {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/**
 * The offset with which a clock shows a local time: the first where it shows it twice, that after the change where it never does.
 */
export const offsetOfLocal = (zone: string, local: string): number => {
  const asUtc = Date.parse(`${local}Z`);
  const around = [offsetAt(zone, asUtc - DAY_MS), offsetAt(zone, asUtc + DAY_MS)] as const;
  const fits = around.filter((offset) => offsetAt(zone, asUtc - offset * 60_000) === offset);
  return fits.length > 0 ? Math.max(...fits) : around[1];
};

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** The days from one to another, both included. */
export const daysFrom = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** The last two days before `today` on which the clocks of a zone were changed, of the last 366. */
export const daysOfChange = (zone: string, today: string): string[] =>
  daysFrom(addDays(today, -360), today)
    .filter((day) => {
      const begins = Date.parse(day);
      return offsetAt(zone, begins - 12 * 3_600_000) !== offsetAt(zone, begins + 36 * 3_600_000);
    })
    .filter((_, index, all) => index === 0 || index === all.length - 1);
