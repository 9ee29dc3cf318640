import type { Db, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { KINDS, type KindPerDay } from 'shared/contract/kinds.ts';
import { readRecord } from 'shared/records/any-record.ts';
import { type FoundOf, ofProfile, type ProfileKey, type RecordOf } from 'shared/records/documents.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
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
  /** What is recorded for a day. */
  onDay: (profile: ProfileKey, day: string, transaction: Transaction) => Promise<RecordOf[Kind] | undefined>;
};

/** The store of records of which a day has one: activity, sleep. */
export const createDayStore = <Kind extends OneADay, F extends FoundOf[Kind] = FoundOf[Kind]>(
  db: Db,
  kind: Kind,
): DayStore<Kind> => {
  const collection = db.collection<F>(KINDS[kind].collection);
  const { markChanged } = createKeptSums(db);
  const filter = (profile: ProfileKey, day: string) =>
    ({ ...ofProfile(profile), day }) as unknown as Filter<F>;
  const read = (found: F) => readRecord(kind, found);

  return {
    add: async (record, transaction) => {
      await collection.insertOne(record as unknown as OptionalUnlessRequiredId<F>, transaction);
      await markChanged(record, transaction);
    },

    onDay: async (profile, day, transaction) => {
      const found = await collection.findOne<F>(filter(profile, day), transaction);
      return found ? read(found) : undefined;
    },
  };
};
