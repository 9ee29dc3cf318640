import type { Collection, Db, IndexDescription } from 'mongodb';
import {
  type CollectionOf,
  KINDS,
  RECORD_COLLECTIONS,
  RECORD_KINDS,
  type RecordKind,
} from '../contract/kinds.ts';
import { mapFields } from '../contract/map-fields.ts';
import type { Activity } from '../contract/operations/activity.ts';
import type { Targets } from '../contract/operations/days.ts';
import type { Meal } from '../contract/operations/meals.ts';
import type { Profile } from '../contract/operations/profiles.ts';
import type { Sleep } from '../contract/operations/sleep.ts';
import type { WellbeingNote } from '../contract/operations/wellbeing.ts';
import type { Sums } from './totals.ts';

/** A resource of the contract as it is stored: the same fields, its times as dates, and whose it is. */
type Stored<Resource, Times extends keyof Resource> = Omit<Resource, 'id' | Times> & {
  [Time in Times]: Date;
} & {
  _id: string;
  account_id: string;
};

/**
 * `place` is one of the places that an account has for profiles; the unique index on it keeps their number (contract §3).
 * `revision` counts the person's changes, so that a form that was filled in before the last of them is noticed.
 */
export type ProfileDocument = Stored<Profile, 'created_at'> & {
  place: number;
  revision: number;
  targets: Targets | null;
};

/**
 * When something was eaten or noted: `instant` to sort by, `clock_time` (`HH:MM`) for pages. Like the day, the clock time is
 * stored as it was, so that a later change of the profile's zone moves neither (docs/decisions/reports.md).
 */
type AtAMoment = { instant: Date; clock_time: string };

/** Of what a day has many: `size` is what it takes of the room of its day (docs/decisions/input.md); older records lack it. */
type Sized = { size?: number };

/** `sums` are the totals before rounding (docs/decisions/totals.md). */
export type MealDocument = Omit<Stored<Meal, 'created_at' | 'updated_at'>, 'totals'> &
  AtAMoment &
  Sized & { sums: Sums };

export type ActivityDocument = Stored<Activity, 'created_at' | 'updated_at'>;

export type SleepDocument = Stored<Sleep, 'created_at' | 'updated_at'>;

export type WellbeingDocument = Stored<WellbeingNote, 'created_at'> & AtAMoment & Sized;

/** The record of each kind, as it is stored. */
export type RecordOf = {
  meal: MealDocument;
  activity: ActivityDocument;
  sleep: SleepDocument;
  wellbeing: WellbeingDocument;
};

type RecordCollections = { profiles: Collection<ProfileDocument> } & {
  [Kind in RecordKind as CollectionOf<Kind>]: Collection<RecordOf[Kind]>;
};

/** The profile, and its account, whose records are meant. */
export type ProfileKey = Pick<ProfileDocument, '_id' | 'account_id'>;

/** What every query on records begins with: whose they are, and in which profile. */
export const ofProfile = (profile: ProfileKey) => ({
  account_id: profile.account_id,
  profile_id: profile._id,
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
