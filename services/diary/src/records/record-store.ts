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

/** What is recorded of one day in a profile, and the profile itself, where it exists. */
type DayRecords = {
  meals: MealDocument[];
  activity: ActivityDocument | undefined;
  sleep: SleepDocument | undefined;
  notes: WellbeingDocument[];
  profile: ProfileDocument | undefined;
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
     * All that is recorded of a day, meals and notes in the order of what they tell of, and the profile. One query to the database
     * takes half of the work of five; it only collects, because sorting there costs more than here.
     */
    ofDay: async (key: ProfileKey, day: string): Promise<DayRecords> => {
      const onDay = { ...ofProfile(key), day };
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
            also(profiles, { _id: key._id, account_id: key.account_id }),
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
        profile: withId<ProfileDocument>('prof_')[0],
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
