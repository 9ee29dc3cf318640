import { hash } from 'node:crypto';
import type { RecordKind } from 'shared/contract/kinds.ts';
import { addDays } from 'shared/records/calendar.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { activityValues } from '../../../activity/activity.ts';
import { newMeal } from '../../../meals/meal.ts';
import { newNote } from '../../../notes/wellbeing-note.ts';
import { newDayRecord } from '../../../records/one-a-day-store.ts';
import { recordSize } from '../../../records/record-size.ts';
import { sleepValues } from '../../../sleep/sleep.ts';
import type { AnyOwnRecord, OwnRecordOf } from '../found/own-record.ts';

/**
 * The id that a record of a download has in an account that did not write it: the same each time, so that nothing comes twice, and as
 * early as the original's.
 */
export const importedId = (accountId: string, original: string): string => {
  const [prefix = ''] = original.split('_', 1);
  const time = /_([0-9a-f]{8}-[0-9a-f]{4})-7/.exec(original)?.[1] ?? '00000000-0000';
  const random = hash('sha256', `${accountId} ${original}`, 'hex');
  return `${prefix}_${time}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
};

/** The day that a record says, where that can be the day of its time: a zone decided when the time did not say the place. */
const dayOf = (said: string, ofTime: string): string =>
  [addDays(ofTime, -1), ofTime, addDays(ofTime, 1)].includes(said) ? said : ofTime;

/** Items with the ids that they had, unless two have the same. */
const withTheirIds = (
  items: StoredMeal['items'],
  { items: own }: OwnRecordOf['meal'],
): StoredMeal['items'] => {
  const ids = own.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < items.length) return items;
  return items.map((item, index) => ({ ...item, id: ids[index] ?? item.id }));
};

const mealOf = (record: OwnRecordOf['meal'], profile: StoredProfile, idOf: (original: string) => string) => {
  const meal = newMeal(profile, record, record.client_name);
  const items = withTheirIds(meal.items, record);
  return {
    ...meal,
    day: dayOf(record.day, meal.day),
    items,
    item_ids: Math.max(items.length, ...items.map(({ id }) => Number(id.slice(1)))),
    copied_from: record.copied_from ? idOf(record.copied_from) : null,
  };
};

const noteOf = (record: OwnRecordOf['wellbeing'], profile: StoredProfile) => {
  const note = newNote(profile, record, record.client_name);
  return { ...note, day: dayOf(record.day, note.day) };
};

const newRecord = (own: AnyOwnRecord, profile: StoredProfile, idOf: (original: string) => string) => {
  switch (own.recordKind) {
    case 'meal':
      return mealOf(own.record, profile, idOf);
    case 'wellbeing':
      return noteOf(own.record, profile);
    case 'activity': {
      const values = {
        ...activityValues(own.record, own.record.client_name),
        source_app: own.record.source_app ?? null,
      };
      return newDayRecord('activity', profile, own.record.day, values);
    }
    case 'sleep':
      return newDayRecord('sleep', profile, own.record.day, sleepValues(own.record, own.record.client_name));
  }
};

/** A record of a download as it is stored here, in a profile; `idOf` gives the ids that others of the download have here. */
export const storedRecord = (
  own: AnyOwnRecord,
  profile: StoredProfile,
  { importId, version, idOf }: { importId: string; version: number; idOf: (original: string) => string },
): RecordOf[RecordKind] => {
  const { id, updated_by, created_at, updated_at } = own.record;
  const record = {
    ...newRecord(own, profile, idOf),
    _id: idOf(id),
    version,
    updated_by: updated_by && { action: 'updated' as const, ...updated_by },
    created_at: new Date(created_at),
    updated_at: new Date(updated_at ?? created_at),
    import_id: importId,
  };
  if (!('size' in record)) return record as RecordOf[RecordKind];
  const { size: _, ...unsized } = record;
  return { ...unsized, size: recordSize(unsized) } as RecordOf[RecordKind];
};
