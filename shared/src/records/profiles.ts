import type { Db } from 'mongodb';
import type { CallersAccount } from '../calls/principal.ts';
import { LANGUAGES } from '../contract/languages.ts';
import { IN_ONE_ANSWER, ignoreDuplicateKey } from '../store/mongo.ts';
import { today } from './calendar.ts';
import { type ProfileKey, recordCollections } from './documents.ts';
import { readProfile, type StoredProfile } from './profile.ts';
import { unknownProfile } from './unknown-profile.ts';

/** The id of an account's default profile: the account's own, with the prefix of a profile. */
export const defaultProfileId = (accountId: string): string => accountId.replace(/^acc_/, 'prof_');

/** The default profile of an account, as it comes into being. */
export const newDefaultProfile = (
  account: Pick<CallersAccount, 'id' | 'language' | 'time_zone'>,
): StoredProfile => ({
  _id: defaultProfileId(account.id),
  account_id: account.id,
  name: LANGUAGES[account.language].firstDiary,
  is_default: true,
  time_zone: account.time_zone,
  created_at: new Date(),
  place: 0,
  revision: 0,
  targets: null,
});

/** The one with this id, the default one where there is no id; undefined where it is not among them. */
export const chooseProfile = (
  profiles: readonly (StoredProfile | null | undefined)[],
  id: string | null | undefined,
): StoredProfile | undefined =>
  profiles.find((profile) => (id ? profile?._id === id : profile?.is_default)) ?? undefined;

/** The zone that a person lives by: the default profile's; until there is one, that which the account began in. */
export const homeZone = (
  profiles: readonly Pick<StoredProfile, 'is_default' | 'time_zone'>[],
  account: Pick<CallersAccount, 'time_zone'>,
): string => profiles.find(({ is_default }) => is_default)?.time_zone ?? account.time_zone;

/** The profiles of accounts. */
export const createProfiles = (db: Db) => {
  const { profiles } = recordCollections(db);

  /** The profiles that the account has by now, oldest first; only the one with this id, or without targets, where that is asked. */
  const find = (
    accountId: string,
    { id, withTargets = true }: { id?: string | null; withTargets?: boolean } = {},
  ): Promise<StoredProfile[]> =>
    profiles
      .find(
        { account_id: accountId, ...(id && { _id: id }) },
        withTargets ? {} : { projection: { targets: 0 } },
      )
      .sort({ _id: 1 })
      .map(readProfile)
      .toArray();

  /** The profiles of these accounts, oldest first, without targets. */
  const ofAccounts = (accountIds: readonly string[]): Promise<StoredProfile[]> =>
    profiles
      .find({ account_id: { $in: [...accountIds] } }, { projection: { targets: 0 }, ...IN_ONE_ANSWER })
      .sort({ _id: 1 })
      .map(readProfile)
      .toArray();

  /** The profiles of the account, at most 20, oldest first. The default one comes into being here (`C2.default_once`). */
  const all = async (account: CallersAccount): Promise<StoredProfile[]> => {
    const found = await find(account.id);
    if (found.length > 0) return found;
    await profiles.insertOne(newDefaultProfile(account)).catch(ignoreDuplicateKey);
    return find(account.id);
  };

  /** The profile with this id, the default one where there is no id. Throws `not_found`. */
  const resolve = async (account: CallersAccount, id: string | null | undefined): Promise<StoredProfile> => {
    // Most often it is the one that the account began with. Finding one by its id costs the database half of a search.
    const likely = await profiles.findOne({
      _id: id ?? defaultProfileId(account.id),
      account_id: account.id,
    });
    const profile =
      chooseProfile([likely && readProfile(likely)], id) ?? chooseProfile(await all(account), id);
    if (!profile) throw unknownProfile();
    return profile;
  };

  /**
   * The profile that is asked for, and what `read` finds of it. One query gets both of the named profile, or else of the one that
   * the account began with; only if another one is the default by now is it read again. Throws `not_found`.
   */
  const readWith = async <Found extends { profile: StoredProfile | undefined }>(
    account: CallersAccount,
    id: string | null | undefined,
    read: (key: ProfileKey) => Promise<Found>,
  ): Promise<Found & { profile: StoredProfile }> => {
    const likely = { _id: id ?? defaultProfileId(account.id), account_id: account.id };
    const found = await read(likely);
    const profile = chooseProfile([found.profile], id) ?? (await resolve(account, id));
    return { ...(profile._id === likely._id ? found : await read(profile)), profile };
  };

  /**
   * `readWith`, of what depends on which day it is in the zone of the profile: `read` gets that day. Nearly always it is the same in the
   * zone that the account began in, so that no query has to find out first.
   */
  const readToday = async <Found extends { profile: StoredProfile | undefined }>(
    account: CallersAccount,
    id: string | null | undefined,
    read: (key: ProfileKey, day: string) => Promise<Found>,
  ): Promise<Found & { profile: StoredProfile; day: string }> => {
    const likely = today(account.time_zone);
    const found = await readWith(account, id, (key) => read(key, likely));
    const day = today(found.profile.time_zone);
    return { ...found, ...(day !== likely && (await read(found.profile, day))), profile: found.profile, day };
  };

  return { find, ofAccounts, all, resolve, readWith, readToday };
};

export type Profiles = ReturnType<typeof createProfiles>;
