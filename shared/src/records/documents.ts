import type { Collection, Db, IndexDescription } from 'mongodb';
import {
  type CollectionOf,
  KINDS,
  RECORD_COLLECTIONS,
  RECORD_KINDS,
  type RecordKind,
} from '../contract/kinds.ts';
import { mapFields } from '../contract/map-fields.ts';
import type { FoundActivity, StoredActivity } from './activity.ts';
import type { FoundMeal, StoredMeal } from './meal.ts';
import type { FoundNote, StoredNote } from './note.ts';
import type { FoundProfile, StoredProfile } from './profile.ts';
import type { FoundSleep, StoredSleep } from './sleep.ts';

/** The record of each kind, as it is stored today. */
export type RecordOf = {
  meal: StoredMeal;
  activity: StoredActivity;
  sleep: StoredSleep;
  wellbeing: StoredNote;
};

/** The record of each kind, in any shape that was ever stored. */
export type FoundOf = {
  meal: FoundMeal;
  activity: FoundActivity;
  sleep: FoundSleep;
  wellbeing: FoundNote;
};

type RecordCollections = { profiles: Collection<FoundProfile> } & {
  [Kind in RecordKind as CollectionOf<Kind>]: Collection<FoundOf[Kind]>;
};

/** The profile, and its account, whose records are meant. */
export type ProfileKey = Pick<StoredProfile, '_id' | 'account_id'>;

/** What every query on records begins with: whose they are, and in which profile. */
export const ofProfile = (profile: ProfileKey) => ({
  account_id: profile.account_id,
  profile_id: profile._id,
});

/** The stage that adds a profile to what a pipeline finds. */
export const andProfile = ({ _id, account_id }: ProfileKey) => ({
  $unionWith: { coll: 'profiles', pipeline: [{ $match: { _id, account_id } }] },
});

/** The collections that diary writes and reports reads. Every query on them states `account_id`. */
export const recordCollections = (db: Db): RecordCollections =>
  mapFields(['profiles', ...RECORD_COLLECTIONS], (name) => db.collection(name)) as RecordCollections;

const perDay: IndexDescription = { key: { account_id: 1, profile_id: 1, day: 1 }, unique: true };
const withinDay: IndexDescription = { key: { account_id: 1, profile_id: 1, day: 1, instant: 1, _id: 1 } };

const kindIndexes = Object.fromEntries(
  RECORD_KINDS.map((kind) => [KINDS[kind].collection, [KINDS[kind].perDay === 'one' ? perDay : withinDay]]),
) as Record<CollectionOf<RecordKind>, IndexDescription[]>;

export const RECORD_INDEXES: Record<keyof RecordCollections, IndexDescription[]> = {
  profiles: [{ key: { account_id: 1, place: 1 }, unique: true }],
  ...kindIndexes,
};
