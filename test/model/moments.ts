import { checkTime, type Window } from './asked.ts';
import type { Json } from './diary.ts';
import { localDay, localTime, offsetAt, offsetOfLocal, writtenOffset } from './zones.ts';

/** The moment of a date-time in ms, its day in the place where it was, and how it is shown. */
export const momentOf = (sent: string, zone: string): { day: string; instant: number; text: string } => {
  const [, date = '', minutes = '', seconds = ':00', offset = ''] =
    /^(\S{10})(T\d\d:\d\d)(:[\d.]+)?(\S+)$/.exec(sent) ?? [];
  const text = `${date}${minutes}${seconds}${offset}`;
  const instant = Date.parse(text);
  const isPlaceless = offset === 'Z' || offset === '-00:00';
  return { day: isPlaceless ? localDay(zone, instant) : date, instant, text };
};

/** Now, as a text that the service has to have made within the call: the clock of the zone. */
export const nowIn = (zone: string, made: string, { begin, end }: Window): string => {
  checkTime(made, { begin: begin - 1000, end });
  const local = localTime(zone, Date.parse(made));
  if (!made.startsWith(local)) throw new Error(`${made} is not now in ${zone}, where it is ${local}`);
  return made;
};

/** The same time of day on another day: by the clock of the zone, if the meal was told by that, else of the place where it was. */
export const sameTimeOn = (day: string, { eaten_at, instant }: Json, zone: string): Json => {
  const offset = /(Z|[+-]\d\d:\d\d)$/.exec(eaten_at)?.[0] ?? '';
  const isPlaceless = offset === 'Z' || offset === '-00:00';
  const here = offsetAt(zone, instant);
  const seconds = isPlaceless ? localTime(zone, instant).slice(10) : eaten_at.slice(10, 19);
  const clock = instant % 1000 ? `${seconds}.${String(instant % 1000).padStart(3, '0')}` : seconds;
  const isOfZone = isPlaceless || offset === writtenOffset(here);
  const local = `${day}${clock}`;
  const kept = isOfZone ? writtenOffset(offsetOfLocal(zone, local)) : offset;
  return { day, eaten_at: `${local}${kept}`, instant: Date.parse(`${local}${kept}`) };
};
