import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import { createAddToDay } from '../records/add-to-day.ts';

export type WellbeingStore = ReturnType<typeof createWellbeingStore>;

/** The collection `wellbeing`. */
export const createWellbeingStore = (db: Db) => {
  const { wellbeing } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: createAddToDay(db, wellbeing),
  };
};
