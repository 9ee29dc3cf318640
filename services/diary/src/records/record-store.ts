import type { Db } from 'mongodb';
import { KINDS, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { readActivity, type StoredActivity } from 'shared/records/activity.ts';
import {
  type FoundOf,
  ofProfile,
  type ProfileKey,
  type RecordOf,
  recordCollections,
} from 'shared/records/documents.ts';
import { readMeal, type StoredMeal } from 'shared/records/meal.ts';
import { readNote, type StoredNote } from 'shared/records/note.ts';
import { type FoundProfile, readProfile, type StoredProfile } from 'shared/records/profile.ts';
import { readSleep, type StoredSleep } from 'shared/records/sleep.ts';

/** A record of any kind. */
export type AnyRecord = { [Kind in RecordKind]: { kind: Kind; record: RecordOf[Kind] } }[RecordKind];

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

const READERS: { [Kind in RecordKind]: (found: FoundOf[Kind]) => RecordOf[Kind] } = {
  meal: readMeal,
  activity: readActivity,
  sleep: readSleep,
  wellbeing: readNote,
};

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
            also('profiles', { _id: key._id, account_id: key.account_id }),
          ],
          // Nearly every day comes in one answer; by default the first has at most 101 documents.
          { batchSize: 1000 },
        )
        .toArray();
      const ofKind = <Kind extends RecordKind>(kind: Kind): RecordOf[Kind][] =>
        found
          .filter(({ _id }) => _id.startsWith(`${KINDS[kind].idPrefix}_`))
          .map((record) => READERS[kind](record as FoundOf[Kind]));
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
    find: async (accountId: string, kind: RecordKind, id: string): Promise<AnyRecord | undefined> => {
      const found = await collections[KINDS[kind].collection].findOne({ _id: id, account_id: accountId });
      return found ? ({ kind, record: READERS[kind](found as never) } as AnyRecord) : undefined;
    },

    /** Deletes a record; false where this account has no such record. */
    remove: async (accountId: string, kind: RecordKind, id: string): Promise<boolean> =>
      (await collections[KINDS[kind].collection].deleteOne({ _id: id, account_id: accountId }))
        .deletedCount === 1,
  };
};
