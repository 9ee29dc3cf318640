import { DateTime } from 'luxon';
import type { Language } from '../../contract/fields.ts';
import { LANGUAGES } from '../../contract/languages.ts';
import { mapFields } from '../../contract/map-fields.ts';

/** The tag that dates are written by. */
export const localeTag = (language: Language): string => LANGUAGES[language].tag;

/** Writes numbers with separated thousands: Spanish would write 2443 here, and 20.234 beside it. */
export const numberFormat = (language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat(LANGUAGES[language].numberTag, {
    useGrouping: 'always',
    // A zero can have a sign in JSON: -0 is 0 here.
    signDisplay: 'negative',
    ...options,
  });

/** A name in a text without markup, its direction kept to itself (Unicode Standard Annex 9, isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

const COUNTS = mapFields(Object.keys(LANGUAGES) as Language[], (language) => numberFormat(language, {}));

/** A whole number: `1,850`. */
export const formatCount = (language: Language, value: number): string => COUNTS[language].format(value);

/** Two digits for the hour: Spanish would write 7:28 here, and 07:28 beside a record. */
export const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

const LONG_MOMENT = { day: 'numeric', month: 'long', year: 'numeric', ...CLOCK } as const;

const SHORT_MOMENT = { ...LONG_MOMENT, month: 'short', timeZoneName: 'short' } as const;

/** Keeps a Russian year on one line with the word that follows it: `2026 г.` */
export const unbroken = (date: string): string => date.replace(' г.', '\u00a0г.');

/** A moment in words that says its zone: `21 November 2026 at 14:32 CET`. */
export const formatZonedMoment = (language: Language, moment: Date, timeZone: string): string =>
  unbroken(moment.toLocaleString(localeTag(language), { ...LONG_MOMENT, timeZone, timeZoneName: 'short' }));

/** The clock of a moment, and its zone: `14:32 CET`. */
export const formatZonedClock = (language: Language, moment: Date, timeZone: string): string =>
  moment.toLocaleTimeString(localeTag(language), { ...CLOCK, timeZone, timeZoneName: 'short' });

/** A day `YYYY-MM-DD` in words: `21 November 2026`. */
export const formatDay = (language: Language, day: string): string =>
  unbroken(
    new Intl.DateTimeFormat(localeTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(day),
    ),
  );

/** A moment in short, with its zone: `21 Nov 2026, 14:32 CET`. A page shows hundreds: luxon keeps what Intl would make anew for each. */
export const formatShortZonedMoment = (language: Language, moment: Date, timeZone: string): string =>
  unbroken(
    DateTime.fromJSDate(moment, { zone: timeZone }).toLocaleString(SHORT_MOMENT, {
      locale: localeTag(language),
    }),
  );
