import type { Db } from 'mongodb';
import { KINDS, kindOfId, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { readRecord } from 'shared/records/any-record.ts';
import {
  andProfile,
  type FoundOf,
  ofProfile,
  type ProfileKey,
  type RecordOf,
  recordCollections,
} from 'shared/records/documents.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredNote } from 'shared/records/note.ts';
import { type FoundProfile, readProfile, type StoredProfile } from 'shared/records/profile.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { OF_ONE_MOMENT, type Transaction } from 'shared/store/mongo.ts';

/** What is recorded of one day in a profile, and the profile itself, where it exists. */
type DayRecords = {
  meals: StoredMeal[];
  activity: StoredActivity | undefined;
  sleep: StoredSleep | undefined;
  notes: StoredNote[];
  profile: StoredProfile | undefined;
};

type OfAMoment = Pick<StoredMeal | StoredNote, 'instant' | '_id'>;

const inOrder = (one: OfAMoment, other: OfAMoment): number =>
  one.instant.getTime() - other.instant.getTime() || (one._id < other._id ? -1 : 1);

export type RecordStore = ReturnType<typeof createRecordStore>;

/** Records of every kind. */
export const createRecordStore = (db: Db) => {
  const collections = recordCollections(db);

  return {
    isKind: (kind: string): kind is RecordKind => Object.hasOwn(KINDS, kind),

    /**
     * All that is recorded of a day, meals and notes in the order of what they tell of, and the profile. One query to the database
     * takes half of the work of five; it only collects, because sorting there costs more than here.
     */
    ofDay: async (key: ProfileKey, day: string): Promise<DayRecords> => {
      const onDay = { ...ofProfile(key), day };
      const also = (coll: string, $match: object) => ({ $unionWith: { coll, pipeline: [{ $match }] } });
      const otherKinds = RECORD_KINDS.filter((kind) => kind !== 'meal');
      const found = await collections.meals
        .aggregate<{ _id: string }>(
          [
            { $match: onDay },
            ...otherKinds.map((kind) => also(KINDS[kind].collection, onDay)),
            andProfile(key),
          ],
          OF_ONE_MOMENT,
        )
        .toArray();
      const ofKind = <Kind extends RecordKind>(kind: Kind): RecordOf[Kind][] =>
        found
          .filter(({ _id }) => kindOfId(_id) === kind)
          .map((record) => readRecord(kind, record as FoundOf[Kind]));
      const profile = found.find(({ _id }) => _id === key._id);
      return {
        meals: ofKind('meal').sort(inOrder),
        activity: ofKind('activity')[0],
        sleep: ofKind('sleep')[0],
        notes: ofKind('wellbeing').sort(inOrder),
        profile: profile && readProfile(profile as FoundProfile),
      };
    },

    /** The record of this account with this id, or undefined. */
    find: async <Kind extends RecordKind>(
      accountId: string,
      kind: Kind,
      id: string,
      transaction: Transaction = {},
    ): Promise<RecordOf[Kind] | undefined> => {
      const found = await collections[KINDS[kind].collection].findOne(
        { _id: id, account_id: accountId },
        transaction,
      );
      return found ? readRecord(kind, found as never) : undefined;
    },
  };
};
