import type { RecordKind } from 'shared/contract/kinds.ts';
import type { Activity } from 'shared/contract/operations/activity.ts';
import type { Meal } from 'shared/contract/operations/meals.ts';
import type { Sleep } from 'shared/contract/operations/sleep.ts';
import type { WellbeingNote } from 'shared/contract/operations/wellbeing.ts';

export type AnyRecord = Meal | Activity | Sleep | WellbeingNote;

/** A record as the card knows it. */
export type Entry = {
  id: string;
  /** Undefined where nothing but its deletion was told. */
  record: AnyRecord | undefined;
  /** The last version that the card heard of; a deletion is one, too. */
  version: number;
  state: 'stored' | 'deleted' | 'gone';
};

export const isMeal = (record: AnyRecord): record is Meal => 'items' in record;
export const isNote = (record: AnyRecord): record is WellbeingNote => 'recorded_at' in record;
export const isActivity = (record: AnyRecord): record is Activity => 'workouts' in record;

/** Told by its fields, as it stands in the answers of tools. */
export const kindOf = (record: AnyRecord): RecordKind => {
  if (isMeal(record)) return 'meal';
  if (isNote(record)) return 'wellbeing';
  return isActivity(record) ? 'activity' : 'sleep';
};

/** A day as `get_day` answers it. */
export type DayRecords = {
  meals: Meal[];
  activity: Activity | null;
  sleep: Sleep | null;
  wellbeing: WellbeingNote[];
};

export const recordsOf = ({ meals, activity, sleep, wellbeing }: DayRecords): AnyRecord[] =>
  [...meals, activity, sleep, ...wellbeing].filter((record) => record !== null);

/** The records of a card by their ids, in the order in which they came. What is older than what is known is left out: hosts repeat results. */
export const createStoredRecords = () => {
  const entries = new Map<string, Entry>();
  return {
    all: (): Entry[] => [...entries.values()],
    clear: (): void => entries.clear(),
    of: (id: string): Entry | undefined => entries.get(id),
    put: (record: AnyRecord): void => {
      const { id, version } = record;
      if ((entries.get(id)?.version ?? 0) <= version)
        entries.set(id, { id, record, version, state: 'stored' });
    },
    /** Marks it as deleted, or as not there; what it said stays in sight. */
    end: (id: string, state: 'deleted' | 'gone'): void => {
      const { record, version = 0 } = entries.get(id) ?? {};
      entries.set(id, { id, record, version: state === 'deleted' ? version + 1 : version, state });
    },
  };
};

export type StoredRecords = ReturnType<typeof createStoredRecords>;
