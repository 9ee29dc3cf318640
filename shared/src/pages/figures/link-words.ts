import type { Language } from '../../contract/fields.ts';
import type { ShownKind } from '../../contract/kinds.ts';
import type { LinksWords } from '../../words/en/links.ts';
import { formatDay, localeTag } from './format.ts';

// The words are handed over: a card for browsers has those of no other page.

/** The kinds that a link shows, in words: `meals, activity and targets`. */
export const kindsInWords = (
  language: Language,
  { kinds }: LinksWords,
  shows: readonly ShownKind[],
): string => new Intl.ListFormat(localeTag(language)).format(shows.map((kind) => kinds[kind]));

/** The days that a link may show, in words: `from 1 November 2026 on`. */
export const daysInWords = (
  language: Language,
  { everyDay, daysFrom, daysTo, daysBetween }: LinksWords,
  from: string | null,
  to: string | null,
): string => {
  const day = (one: string) => formatDay(language, one);
  if (from && to) return daysBetween(day(from), day(to));
  if (from) return daysFrom(day(from));
  return to ? daysTo(day(to)) : everyDay;
};
