import { type RecordCollection, SHOWN_KINDS, type ShownKind } from 'shared/contract/kinds.ts';
import { MEASURES, type Measure, TARGET_FIELDS, TARGET_MEASURES } from 'shared/contract/measures.ts';
import type { Targets } from 'shared/contract/operations/days.ts';
import { FIRST_DAY, LAST_DAY } from 'shared/records/calendar.ts';
import type { Range } from './range.ts';

/** What a report may ask of the records: of which kinds, and of which days. */
export type Allowed = { shows: readonly ShownKind[]; days: Range };

/** What the person may see of their own. */
export const EVERYTHING: Allowed = { shows: SHOWN_KINDS, days: { from: FIRST_DAY, to: LAST_DAY } };

const KIND_OF = { item: 'meals', activity: 'activity', sleep: 'sleep' } as const;

/** The kind of record that states a figure. */
export const kindStating = (measure: Measure): RecordCollection => KIND_OF[MEASURES[measure].of];

/** The targets of the kinds of record that are shown; null where that is none. */
export const allowedTargets = (targets: Targets | null, { shows }: Allowed): Targets | null => {
  if (!targets || !shows.includes('targets')) return null;
  const isShown = (field: keyof Targets): boolean => shows.includes(kindStating(TARGET_MEASURES[field]));
  if (!TARGET_FIELDS.some(isShown)) return null;
  return Object.fromEntries(
    TARGET_FIELDS.map((field) => [field, isShown(field) ? targets[field] : null]),
  ) as Targets;
};
