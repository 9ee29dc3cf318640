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
  /** The last version that the card heard of; a deletion is one, too. Undefined where none was told. */
  version: number | undefined;
  state: 'stored' | 'deleted' | 'gone';
  /** When it was so, in milliseconds: a card may be scrolled back to, or be shown anew, days later. */
  knownAt: number;
};

export const isMeal = (record: AnyRecord): record is Meal => 'items' in record;
export const isNote = (record: AnyRecord): record is WellbeingNote => 'recorded_at' in record;
export const isActivity = (record: AnyRecord): record is Activity => 'workouts' in record;

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
    /** `knownAt` is when the card itself read it; what a host hands over was so when it was last changed, and may be no more. */
    put: (record: AnyRecord, knownAt = Date.parse(record.updated_at)): void => {
      const { id, version } = record;
      if ((entries.get(id)?.version ?? 0) <= version)
        entries.set(id, { id, record, version, state: 'stored', knownAt });
    },
    /** Marks it as deleted, or as not there; what it said stays in sight. */
    end: (id: string, state: 'deleted' | 'gone', version?: number, knownAt = 0): void => {
      entries.set(id, { id, record: entries.get(id)?.record, version, state, knownAt });
    },
  };
};

export type StoredRecords = ReturnType<typeof createStoredRecords>;
