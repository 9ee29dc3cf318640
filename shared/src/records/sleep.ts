import { mapFields, pick } from '../contract/map-fields.ts';
import { SLEEP_FIGURES } from '../contract/measures.ts';
import type { Sleep } from '../contract/operations/sleep.ts';
import { type Found, presentAuthor, type Stored, UNCHANGED, type Versioned } from './stored.ts';

/** A night as it is stored. */
export type StoredSleep = Stored<Omit<Sleep, keyof Versioned>, 'created_at' | 'updated_at'> & Versioned;

/** A night in any shape that was ever stored. */
export type FoundSleep = Found<StoredSleep, (typeof SLEEP_FIGURES)[number] | keyof Versioned>;

const UNSTATED = mapFields(SLEEP_FIGURES, () => null);

/** Today's shape of a night (`A.stored`). A figure that came later is not stated. */
export const readSleep = (found: FoundSleep): StoredSleep => ({ ...UNSTATED, ...UNCHANGED, ...found });

/** A stored night as it is shown (`A.listed`). */
export const presentSleep = (sleep: StoredSleep): Sleep => ({
  id: sleep._id,
  version: sleep.version,
  profile_id: sleep.profile_id,
  day: sleep.day,
  bedtime: sleep.bedtime,
  wake_time: sleep.wake_time,
  ...pick(sleep, SLEEP_FIGURES),
  source_app: sleep.source_app,
  confidence: sleep.confidence,
  client_name: sleep.client_name,
  updated_by: sleep.updated_by && presentAuthor(sleep.updated_by),
  created_at: sleep.created_at.toISOString(),
  updated_at: sleep.updated_at.toISOString(),
});
