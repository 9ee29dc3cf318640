import { IANAZone } from 'luxon';

/** The IANA time zones to choose from. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** A time zone by its name, in whatever letters, an older name as it came; undefined where there is no such zone. An offset is no zone. */
export const findTimeZone = (name: string): string | undefined =>
  TIME_ZONES.find((zone) => zone.toLowerCase() === name.toLowerCase()) ??
  (/^[A-Za-z]/.test(name) && IANAZone.isValidZone(name) ? name : undefined);
