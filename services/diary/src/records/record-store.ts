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

/** What is recorded of one day, and the profiles of the account. */
type DayRecords = {
  meals: MealDocument[];
  activity: ActivityDocument | undefined;
  sleep: SleepDocument | undefined;
  notes: WellbeingDocument[];
  profiles: ProfileDocument[];
};

type OfAMoment = Pick<MealDocument | WellbeingDocument, 'instant' | '_id'>;

const inOrder = (one: OfAMoment, other: OfAMoment): number =>
  one.instant.getTime() - other.instant.getTime() || (one._id < other._id ? -1 : 1);

export type RecordStore = ReturnType<typeof createRecordStore>;

/** Records of every kind. */
export const createRecordStore = (db: Db) => {
  const { profiles, meals, activity, sleep, wellbeing } = recordCollections(db);
  const collections = { meal: meals, activity, sleep, wellbeing };

  return {
    isKind: (kind: string): kind is RecordKind => Object.hasOwn(collections, kind),

    /**
     * All that is recorded of a day, meals and notes in the order of what they tell of, and the profiles of the account, in no
     * order. One query to the database takes half of the work of five; it only collects, because sorting there costs more than
     * here.
     */
    ofDay: async (profile: ProfileKey, day: string): Promise<DayRecords> => {
      const onDay = { ...ofProfile(profile), day };
      const also = ({ collectionName }: { collectionName: string }, $match: object) => ({
        $unionWith: { coll: collectionName, pipeline: [{ $match }] },
      });
      const found = await meals
        .aggregate<{ _id: string }>(
          [
            { $match: onDay },
            also(activity, onDay),
            also(sleep, onDay),
            also(wellbeing, onDay),
            also(profiles, { account_id: profile.account_id }),
          ],
          // Nearly every day comes in one answer; by default the first has at most 101 documents.
          { batchSize: 1000 },
        )
        .toArray();
      const withId = <D>(prefix: string) => found.filter(({ _id }) => _id.startsWith(prefix)) as D[];
      return {
        meals: withId<MealDocument>('meal_').sort(inOrder),
        activity: withId<ActivityDocument>('act_')[0],
        sleep: withId<SleepDocument>('slp_')[0],
        notes: withId<WellbeingDocument>('note_').sort(inOrder),
        profiles: withId<ProfileDocument>('prof_'),
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
