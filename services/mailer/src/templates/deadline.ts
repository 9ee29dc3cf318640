import type { Language } from 'shared/contract/fields.ts';
import { formatZonedClock, localeTag } from 'shared/pages/figures/format.ts';
import type { Mail } from 'shared/queues/mail.ts';

/** A time in minutes and words: `30 minutes`. It reads alike wherever the mail is read. */
export const inMinutes = (language: Language, seconds: number): string =>
  (seconds / 60).toLocaleString(localeTag(language), { style: 'unit', unit: 'minute', unitDisplay: 'long' });

/** The clock at the end of a mail's link, and its zone: `22:05 UTC`. */
export const clockAtEnd = ({ language, expires_at, time_zone }: Mail): string =>
  formatZonedClock(language, new Date(expires_at), time_zone ?? 'UTC');
