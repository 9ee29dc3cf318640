import type { ReportPageData } from '../../report-data/report-page-data.ts';
import type { Locale } from './locale.ts';
import type { Measure } from './measures.ts';

/** What the person set for a day, and how it is written. */
export type Target = { value: number; text: string };

/** The target of a measure; undefined where none is set, as for most measures none can be. */
export const targetOf = (
  { locale, report: { targets } }: Pick<ReportPageData, 'report'> & { locale: Locale },
  measure: Measure,
): Target | undefined => {
  const field = measure === 'asleep_minutes' ? 'sleep_minutes' : measure;
  const value = targets && field in targets ? targets[field as keyof typeof targets] : null;
  return value === null ? undefined : { value, text: locale.words.target(locale.measure(measure, value)) };
};
