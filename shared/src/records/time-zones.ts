import { timeZonesNames } from '@vvo/tzdb';
import { IANAZone } from 'luxon';

/** The IANA time zones to choose from, under their current names (`C2.zones`). */
export const TIME_ZONES: readonly string[] = ['UTC', ...timeZonesNames.filter(IANAZone.isValidZone).sort()];

/** ICU, and with it most browsers, keeps the name that a zone had when ICU first knew it: `Europe/Kiev`. */
const WRITTEN: readonly string[] = [...TIME_ZONES, ...Intl.supportedValuesOf('timeZone')];

const IANA_ABBREVIATIONS = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'WET'];
/** What ICU knows and the IANA database does not: to ICU, BST is the time of Dhaka, and AST that of Alaska. */
const OF_ICU_ALONE = /^([a-z]{2}t|systemv\/.+|us\/pacific-new|canada\/east-saskatchewan)$/i;

const isOlderName = (name: string): boolean =>
  IANA_ABBREVIATIONS.includes(name.toUpperCase()) ||
  (/^[a-z]/i.test(name) && !OF_ICU_ALONE.test(name) && IANAZone.isValidZone(name));

/**
 * A time zone by its name, in whatever letters, an older name as an older name (`C2.zones`); undefined where there is no such
 * zone. An offset is no zone.
 */
export const findTimeZone = (name: string): string | undefined =>
  WRITTEN.find((zone) => zone.toLowerCase() === name.toLowerCase()) ?? (isOlderName(name) ? name : undefined);
