import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import type { StoredNote } from 'shared/records/note.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { addToDay } from '../records/add-to-day.ts';

export type WellbeingStore = ReturnType<typeof createWellbeingStore>;

/** The collection `wellbeing`. */
export const createWellbeingStore = (db: Db) => {
  const { wellbeing } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: (note: StoredNote, transaction: Transaction): Promise<void> =>
      addToDay(wellbeing, note, transaction),
  };
};
