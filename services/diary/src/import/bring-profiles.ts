import { mapFields } from 'shared/contract/map-fields.ts';
import { TARGET_FIELDS } from 'shared/contract/measures.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { freePlace, type ProfileStore } from '../profiles/profile-store.ts';
import type { OwnProfile } from './sources/found/own-record.ts';

/**
 * The profiles that the diaries of a download are gone on with, by the ids that they have there: each with another one of its name and
 * zone, where there are several with itself.
 */
export const matchProfiles = (
  brought: readonly OwnProfile[],
  existing: readonly StoredProfile[],
): Map<string, StoredProfile> => {
  const matched = new Map<string, StoredProfile>();
  const free = new Set(existing);
  const match = ({ id, name, time_zone }: OwnProfile, isMeant: (profile: StoredProfile) => boolean): void => {
    const found = [...free].find(
      (profile) => profile.name === name && profile.time_zone === time_zone && isMeant(profile),
    );
    if (!found || matched.has(id)) return;
    matched.set(id, found);
    free.delete(found);
  };
  for (const own of brought) match(own, ({ _id }) => _id === own.id);
  for (const own of brought) match(own, () => true);
  return matched;
};

/** A profile as an import left it: what it made of it, and its revision then. */
export type BroughtProfile = { id: string; made: boolean; targets: boolean; revision: number };

/** The id that a diary of a download has there, and that of its profile here. */
export type ProfileId = { theirs: string; ours: string };

/** The targets of a diary of a download, null where none is set. */
const targetsOf = ({ targets }: OwnProfile): StoredProfile['targets'] => {
  const all = mapFields(TARGET_FIELDS, (field) => targets?.[field] ?? null);
  return Object.values(all).some((target) => target !== null) ? all : null;
};

/**
 * Makes the diaries of a download that are not here yet, and sets the targets of those that have none. Returns their ids here by those
 * that they have there, and what was done; one for which the account has no room is in neither.
 */
export const bringProfiles = async (
  accountId: string,
  brought: readonly OwnProfile[],
  existing: readonly StoredProfile[],
  store: ProfileStore,
  transaction: Transaction,
): Promise<{ profile_ids: ProfileId[]; changed: BroughtProfile[] }> => {
  const matched = matchProfiles(brought, existing);
  const all = [...existing];
  const profile_ids: ProfileId[] = [];
  const changed: BroughtProfile[] = [];
  for (const own of brought) {
    let profile = matched.get(own.id);
    const made = profile === undefined;
    const place = freePlace(all);
    if (!profile && place !== undefined) {
      const { name, time_zone } = own;
      profile = await store.add({ account_id: accountId, name, time_zone, place }, transaction);
      all.push(profile);
    }
    if (!profile) continue;
    const { _id: id, revision } = profile;
    const targets = profile.targets === null ? targetsOf(own) : null;
    if (targets) await store.change(profile, { targets }, transaction);
    profile_ids.push({ theirs: own.id, ours: id });
    if (made || targets)
      changed.push({ id, made, targets: targets !== null, revision: targets ? revision + 1 : revision });
  }
  return { profile_ids, changed };
};
