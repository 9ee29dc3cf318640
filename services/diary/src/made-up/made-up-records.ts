import type { CollectionOf, RecordKind } from 'shared/contract/kinds.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { activityValues } from '../activity/activity.ts';
import { newMeal } from '../meals/meal.ts';
import { newNote } from '../notes/wellbeing-note.ts';
import { newDayRecord } from '../records/one-a-day-store.ts';
import { sleepValues } from '../sleep/sleep.ts';
import type { DiaryDay } from './diary.ts';

/** The records of a diary, by collection. */
export type MadeUpRecords = { [Kind in RecordKind as CollectionOf<Kind>]: RecordOf[Kind][] };

/** What this service would have stored of a made-up diary. */
export const madeUpRecords = (
  profile: StoredProfile,
  clientName: string,
  diary: readonly DiaryDay[],
): MadeUpRecords => ({
  meals: diary.flatMap(({ meals }) =>
    meals.map(({ input, at }) => ({ ...newMeal(profile, input, clientName), ...storedAt(at) })),
  ),
  activity: diary.flatMap(({ day, activity: entry }) =>
    entry
      ? {
          ...newDayRecord('activity', profile, day, activityValues(entry.input, clientName)),
          ...storedAt(entry.at),
        }
      : [],
  ),
  sleep: diary.flatMap(({ day, sleep: entry }) =>
    entry
      ? {
          ...newDayRecord('sleep', profile, day, sleepValues(entry.input, clientName)),
          ...storedAt(entry.at),
        }
      : [],
  ),
  wellbeing: diary.flatMap(({ notes }) =>
    notes.map(({ input, at }) => ({ ...newNote(profile, input, clientName), ...storedAt(at) })),
  ),
});

const storedAt = (at: Date) => ({ created_at: at, updated_at: at });
