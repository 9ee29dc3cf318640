import type { Db } from 'mongodb';
import { recordCollections, type WellbeingDocument } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/service/idempotency.ts';
import { refuseFullDay } from '../days/refuse-full-day.ts';

export type WellbeingStore = ReturnType<typeof createWellbeingStore>;

export const createWellbeingStore = (db: Db) => {
  const { wellbeing } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: async (note: WellbeingDocument, transaction: Transaction): Promise<void> => {
      await refuseFullDay(wellbeing, note, transaction);
      await wellbeing.insertOne(note, transaction);
    },

    /** Whether there was such a note of this account; it is gone now. */
    remove: async (accountId: string, id: string): Promise<boolean> =>
      (await wellbeing.deleteOne({ _id: id, account_id: accountId })).deletedCount === 1,
  };
};
