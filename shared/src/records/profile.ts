import { mapFields, pick } from '../contract/map-fields.ts';
import { TARGET_FIELDS } from '../contract/measures.ts';
import type { Targets } from '../contract/operations/days.ts';
import type { Profile } from '../contract/operations/profiles.ts';
import type { Found, Stored } from './stored.ts';

/**
 * A profile as it is stored. `place` is one of the places that an account has for profiles; the unique index on it keeps their
 * number (`C3.profiles`). `revision` counts the person's changes, so that a form that was filled in before the last of them is
 * noticed.
 */
export type StoredProfile = Stored<Profile, 'created_at'> & {
  place: number;
  revision: number;
  targets: Targets | null;
};

/** A profile in any shape that was ever stored. */
export type FoundProfile = Found<Omit<StoredProfile, 'targets'>, 'time_zone'> & {
  targets?: Partial<Targets> | null;
};

const UNSET = mapFields(TARGET_FIELDS, () => null);

/** Today's shape of a profile (`A.stored`). A target that came later is not set. */
export const readProfile = (found: FoundProfile): StoredProfile => ({
  time_zone: 'UTC',
  ...found,
  targets: found.targets ? { ...UNSET, ...found.targets } : null,
});

/** A stored profile as it is shown (`A.listed`); its targets are shown apart. */
export const presentProfile = (profile: StoredProfile): Profile => ({
  id: profile._id,
  name: profile.name,
  is_default: profile.is_default,
  time_zone: profile.time_zone,
  created_at: profile.created_at.toISOString(),
});

/** What a person set for a day, as it is shown; null where that is nothing. */
export const presentTargets = ({ targets }: Pick<StoredProfile, 'targets'>): Targets | null =>
  targets && pick(targets, TARGET_FIELDS);
