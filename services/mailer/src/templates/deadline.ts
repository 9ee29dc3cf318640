import type { Language } from 'shared/contract/fields.ts';
import { localeTag } from 'shared/pages/format.ts';

/** A time in minutes and words: `30 minutes`. It reads alike in every zone, and a mail does not know the reader's. */
export const inMinutes = (language: Language, seconds: number): string =>
  (seconds / 60).toLocaleString(localeTag(language), { style: 'unit', unit: 'minute', unitDisplay: 'long' });

/** The clock of a moment, ISO 8601 in UTC, saying so: `22:05 UTC`. */
export const utcClock = (moment: string): string => `${moment.slice(11, 16)} UTC`;
