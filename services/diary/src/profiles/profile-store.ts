import type { Db, Filter, MongoClient } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { busy, notFound } from 'shared/contract/problem.ts';
import { recordCollections } from 'shared/records/documents.ts';
import type { FoundProfile, StoredProfile } from 'shared/records/profile.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import { uuidv7 } from 'uuidv7';
import type { ProfileSettings } from './profile-form.ts';

const PLACES = Array.from({ length: LIMITS.profilesPerAccount }, (_, place) => place);

/**
 * A place that none of these profiles has: the preferred one, else any, so that concurrent callers seldom choose the same.
 * Undefined where there is none.
 */
export const freePlace = (existing: readonly StoredProfile[], preferred?: string): number | undefined => {
  const free = PLACES.filter((place) => !existing.some((profile) => profile.place === place));
  return free.find((place) => String(place) === preferred) ?? free[Math.floor(Math.random() * free.length)];
};

export type ProfileStore = ReturnType<typeof createProfileStore>;

/** The collection `profiles`. */
export const createProfileStore = (client: MongoClient, db: Db) => {
  const { profiles } = recordCollections(db);

  return {
    /** Adds a profile. Fails with a duplicate key where another has the place. */
    add: async (
      profile: Pick<StoredProfile, 'account_id' | 'name' | 'time_zone' | 'place'>,
      transaction: Transaction = {},
    ): Promise<StoredProfile> => {
      const added: StoredProfile = {
        _id: `prof_${uuidv7()}`,
        ...profile,
        is_default: false,
        created_at: new Date(),
        revision: 0,
        targets: null,
      };
      await profiles.insertOne(added, transaction);
      return added;
    },

    /** Changes a profile, unless it was changed since the revision that was read; false where it was, or is deleted. */
    change: async (
      { _id, account_id, revision }: Pick<StoredProfile, '_id' | 'account_id' | 'revision'>,
      settings: Partial<ProfileSettings>,
      transaction: Transaction = {},
    ): Promise<boolean> => {
      const update = { $set: settings, $inc: { revision: 1 } };
      return (
        (await profiles.updateOne({ _id, account_id, revision }, update, transaction)).matchedCount === 1
      );
    },

    /**
     * Makes a profile the account's default one. Throws `not_found` where there is no such profile, `unavailable` where other
     * changes are in its way.
     */
    makeDefault: (accountId: string, id: string): Promise<void> =>
      inRetriedTransaction(client, async (transaction) => {
        const set = async (filter: Filter<FoundProfile>, is_default: boolean) =>
          (await profiles.updateOne(filter, { $set: { is_default } }, transaction)).matchedCount === 1;
        // First the old default steps down: of several concurrent changes, only one finds it.
        if (!(await set({ account_id: accountId, is_default: true }, false)))
          throw busy('other changes are in its way');
        if (!(await set({ _id: id, account_id: accountId }, true))) throw notFound();
      }),
  };
};
