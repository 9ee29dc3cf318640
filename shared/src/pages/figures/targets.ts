import { type Measure, TARGET_FIELDS, TARGET_MEASURES } from '../../contract/measures.ts';
import type { Targets } from '../../contract/operations/days.ts';
import type { Locale } from './locale.ts';

/** What the person set for a day, and how it is written. */
export type Target = { value: number; text: string };

/** The target of a measure; undefined where none is set, as for most measures none can be. */
export const targetOf = (
  { locale, report: { targets } }: { locale: Locale; report: { targets: Targets | null } },
  measure: Measure,
): Target | undefined => {
  const field = TARGET_FIELDS.find((target) => TARGET_MEASURES[target] === measure);
  const value = (field && targets?.[field]) ?? null;
  return value === null ? undefined : { value, text: locale.words.target(locale.measure(measure, value)) };
};
