import type { Language } from 'shared/contract/fields.ts';
import type { ShownKind } from 'shared/contract/kinds.ts';
import { formatDay, localeTag } from 'shared/pages/figures/format.ts';
import { wordsIn } from 'shared/words/words.ts';

/** The kinds that a link shows, in words: `meals, activity and targets`. */
export const kindsInWords = (language: Language, shows: readonly ShownKind[]): string => {
  const { kinds } = wordsIn(language).links;
  return new Intl.ListFormat(localeTag(language)).format(shows.map((kind) => kinds[kind]));
};

/** The days that a link may show, in words: `from 1 November 2026 on`. */
export const daysInWords = (language: Language, from: string | null, to: string | null): string => {
  const { everyDay, daysFrom, daysTo, daysBetween } = wordsIn(language).links;
  const day = (one: string) => formatDay(language, one);
  if (from && to) return daysBetween(day(from), day(to));
  if (from) return daysFrom(day(from));
  return to ? daysTo(day(to)) : everyDay;
};
