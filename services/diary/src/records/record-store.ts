import type { Db } from 'mongodb';
import {
  type ActivityDocument,
  type MealDocument,
  ofProfile,
  type ProfileKey,
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

/** Records of every kind. */
export const createRecordStore = (db: Db) => {
  const { meals, activity, sleep, wellbeing } = recordCollections(db);
  const collections = { meal: meals, activity, sleep, wellbeing };

  /** The records of one kind on a day, each beside the name of its kind. */
  const ofKind = (kind: RecordKind, profile: ProfileKey, day: string) => [
    { $match: { ...ofProfile(profile), day } },
    { $project: { _id: 0, kind: { $literal: kind }, record: '$$ROOT' } },
  ];
  const unionWith = (kind: RecordKind, profile: ProfileKey, day: string) => ({
    $unionWith: { coll: collections[kind].collectionName, pipeline: ofKind(kind, profile, day) },
  });

  return {
    isKind: (kind: string): kind is RecordKind => Object.hasOwn(collections, kind),

    /**
     * All that is recorded of a day, meals and notes in the order of what they tell of. One question to the database takes it
     * half of the work of four.
     */
    ofDay: (profile: ProfileKey, day: string): Promise<AnyRecord[]> =>
      meals
        .aggregate<AnyRecord>(
          [
            ...ofKind('meal', profile, day),
            ...(['activity', 'sleep', 'wellbeing'] as const).map((kind) => unionWith(kind, profile, day)),
            { $sort: { 'record.instant': 1, 'record._id': 1 } },
          ],
          { batchSize: 1000 },
        )
        .toArray(),

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
