import type { Db } from 'mongodb';
import {
  type ActivityDocument,
  type MealDocument,
  recordCollections,
  type SleepDocument,
  type WellbeingDocument,
} from 'shared/records/documents.ts';

/** A record of any kind, the kinds named as in the tool `delete_record`. */
export type AnyRecord =
  | { kind: 'meal'; record: MealDocument }
  | { kind: 'activity'; record: ActivityDocument }
  | { kind: 'sleep'; record: SleepDocument }
  | { kind: 'wellbeing'; record: WellbeingDocument };

export type RecordKind = AnyRecord['kind'];

export type RecordStore = ReturnType<typeof createRecordStore>;

/** Records of every kind by their ids. */
export const createRecordStore = (db: Db) => {
  const { meals, activity, sleep, wellbeing } = recordCollections(db);
  const collections = { meal: meals, activity, sleep, wellbeing };

  return {
    isKind: (kind: string): kind is RecordKind => Object.hasOwn(collections, kind),

    /** The record of this account with this id, or undefined. */
    find: async (accountId: string, kind: RecordKind, id: string): Promise<AnyRecord | undefined> => {
      const record = await collections[kind].findOne({ _id: id, account_id: accountId });
      return record ? ({ kind, record } as AnyRecord) : undefined;
    },

    /** Deletes it, where it is there. */
    remove: async (accountId: string, kind: RecordKind, id: string): Promise<void> => {
      await collections[kind].deleteOne({ _id: id, account_id: accountId });
    },
  };
};
