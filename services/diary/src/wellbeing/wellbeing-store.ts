import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import { createAddToDay } from '../days/add-to-day.ts';

export type WellbeingStore = ReturnType<typeof createWellbeingStore>;

export const createWellbeingStore = (db: Db) => {
  const { wellbeing } = recordCollections(db);

  return {
    /** Throws `validation_failed` where the day is full. */
    add: createAddToDay(wellbeing),

    /** Whether there was such a note of this account; it is gone now. */
    remove: async (accountId: string, id: string): Promise<boolean> =>
      (await wellbeing.deleteOne({ _id: id, account_id: accountId })).deletedCount === 1,
  };
};
