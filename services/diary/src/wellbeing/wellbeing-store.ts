import type { Db } from 'mongodb';
import { recordCollections, type WellbeingDocument } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/mongo.ts';
import { refuseFullDay } from '../days/refuse-full-day.ts';

export type WellbeingStore = ReturnType<typeof createWellbeingStore>;

/** The collection `wellbeing`. */
export const createWellbeingStore = (db: Db) => {
  const { wellbeing } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: async (note: WellbeingDocument, transaction: Transaction): Promise<void> => {
      await refuseFullDay(wellbeing, note, transaction);
      await wellbeing.insertOne(note, transaction);
    },
  };
};
