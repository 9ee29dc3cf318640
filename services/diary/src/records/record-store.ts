import type { Db } from 'mongodb';
import {
  type ActivityDocument,
  type MealDocument,
  ofProfile,
  type ProfileDocument,
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
  const { profiles, meals, activity, sleep, wellbeing } = recordCollections(db);
  const collections = { meal: meals, activity, sleep, wellbeing };

  /** What of one kind matches, each beside the name of its kind. */
  const ofKind = (kind: RecordKind | 'profile', filter: object) => [
    { $match: filter },
    { $project: { _id: 0, kind: { $literal: kind }, record: '$$ROOT' } },
  ];

  return {
    isKind: (kind: string): kind is RecordKind => Object.hasOwn(collections, kind),

    /**
     * All that is recorded of a day, meals and notes in the order of what they tell of, and the profiles of the account, in no
     * order. One question to the database takes half of the work of five.
     */
    ofDay: async (
      profile: ProfileKey,
      day: string,
    ): Promise<{ records: AnyRecord[]; profiles: ProfileDocument[] }> => {
      const onDay = { ...ofProfile(profile), day };
      const found = await meals
        .aggregate<AnyRecord | { kind: 'profile'; record: ProfileDocument }>(
          [
            ...ofKind('meal', onDay),
            ...(['activity', 'sleep', 'wellbeing'] as const).map((kind) => ({
              $unionWith: { coll: collections[kind].collectionName, pipeline: ofKind(kind, onDay) },
            })),
            {
              $unionWith: {
                coll: profiles.collectionName,
                pipeline: ofKind('profile', { account_id: profile.account_id }),
              },
            },
            { $sort: { 'record.instant': 1, 'record._id': 1 } },
          ],
          { batchSize: 1000 },
        )
        .toArray();
      return {
        records: found.filter((one) => one.kind !== 'profile'),
        profiles: found.flatMap((one) => (one.kind === 'profile' ? [one.record] : [])),
      };
    },

    /** The record of this account with this id, or undefined. */
    find: async (accountId: string, kind: RecordKind, id: string): Promise<AnyRecord | undefined> => {
      const record = await collections[kind].findOne({ _id: id, account_id: accountId });
      return record ? ({ kind, record } as AnyRecord) : undefined;
    },

    /** Whether there was such a record of this account; it is gone now. */
    remove: async (accountId: string, kind: RecordKind, id: string): Promise<boolean> =>
      (await collections[kind].deleteOne({ _id: id, account_id: accountId })).deletedCount === 1,
  };
};
