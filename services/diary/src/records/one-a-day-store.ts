import type { Db, OptionalUnlessRequiredId } from 'mongodb';
import { KINDS, type KindPerDay } from 'shared/contract/kinds.ts';
import { readRecord } from 'shared/records/any-record.ts';
import {
  andProfile,
  type FoundOf,
  ofProfile,
  type ProfileKey,
  type RecordOf,
} from 'shared/records/documents.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import { type FoundProfile, readProfile, type StoredProfile } from 'shared/records/profile.ts';
import { UNCHANGED, type Versioned } from 'shared/records/stored.ts';
import type { Transaction } from 'shared/store/mongo.ts';

/** A kind of record of which a day has one. */
export type OneADay = KindPerDay<'one'>;

/** What is said of a day: everything but whose and when it is. */
export type DayValues = {
  [Kind in OneADay]: Omit<
    RecordOf[Kind],
    '_id' | 'account_id' | 'profile_id' | 'day' | 'created_at' | 'updated_at' | keyof Versioned
  >;
};

/** A record of a day as it is stored at first. */
export const newDayRecord = <Kind extends OneADay>(
  kind: Kind,
  profile: ProfileKey,
  day: string,
  values: DayValues[Kind],
): RecordOf[Kind] => {
  const now = new Date();
  return {
    _id: newRecordId(kind),
    ...UNCHANGED,
    ...ofProfile(profile),
    day,
    ...values,
    created_at: now,
    updated_at: now,
  } as unknown as RecordOf[Kind];
};

export type DayStore<Kind extends OneADay> = {
  /** Throws a duplicate key where the day has one. The transaction has to be one where the sums of the day may be kept. */
  add: (record: RecordOf[Kind], transaction: Transaction) => Promise<void>;
  /** What is recorded for a day, and the profile, where it exists: one query. */
  onDay: (
    profile: ProfileKey,
    day: string,
    transaction: Transaction,
  ) => Promise<{ record: RecordOf[Kind] | undefined; profile: StoredProfile | undefined }>;
};

/** The store of records of which a day has one: activity, sleep. */
export const createDayStore = <Kind extends OneADay, F extends FoundOf[Kind] = FoundOf[Kind]>(
  db: Db,
  kind: Kind,
): DayStore<Kind> => {
  const collection = db.collection<F>(KINDS[kind].collection);
  const { markChanged } = createKeptSums(db);

  return {
    add: async (record, transaction) => {
      await collection.insertOne(record as unknown as OptionalUnlessRequiredId<F>, transaction);
      await markChanged(record, transaction);
    },

    onDay: async (key, day, transaction) => {
      const stages = [{ $match: { ...ofProfile(key), day } }, andProfile(key)];
      const found = await collection.aggregate<F | FoundProfile>(stages, transaction).toArray();
      const profile = found.find(({ _id }) => _id === key._id);
      const record = found.find((one) => one !== profile);
      return {
        record: record && readRecord(kind, record as F),
        profile: profile && readProfile(profile as FoundProfile),
      };
    },
  };
};
