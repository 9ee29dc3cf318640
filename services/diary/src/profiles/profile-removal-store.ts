import type { Db, MongoClient } from 'mongodb';
import { QUIET_AFTER_MS } from 'shared/deadlines.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import { MONTH_SUMS_INDEXES } from 'shared/records/kept-sums/kept-sums.ts';
import { VERSION_INDEXES } from 'shared/records/versions.ts';
import { createForgetAnswers } from 'shared/store/idempotency.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import { createSweep } from 'shared/store/sweep.ts';
import { createTombstoneWriter } from 'shared/store/tombstones.ts';

/** A profile that is deleted, whose records are still to be swept. `_id` is the profile's. */
type RemovedProfile = ProfileKey & { removed_at: Date };

export const PROFILE_REMOVAL_INDEXES: Indexes = {
  removed_profiles: [{ key: { account_id: 1 } }, { key: { removed_at: 1 } }],
};

/** Where imports into the profile are: they end with it. */
const IMPORTS = ['imports', 'import_rows'];

/** What an import of a download says of the profiles that it brought. */
type BringingImport = {
  _id: string;
  account_id: string;
  profile_ids: { theirs: string; ours: string }[];
  profiles?: { id: string }[];
  brought?: { id: string }[];
};

export type ProfileRemovalStore = ReturnType<typeof createProfileRemovalStore>;

/**
 * The removal of profiles with their records. A removed profile is noted until its records were swept a second time, when no
 * call in flight can add one any more; that also completes a sweep that was interrupted.
 */
export const createProfileRemovalStore = (client: MongoClient, db: Db) => {
  const { profiles, ...records } = recordCollections(db);
  const removed = db.collection<RemovedProfile>('removed_profiles');
  const imports = db.collection<BringingImport>('imports');
  const writeTombstone = createTombstoneWriter(db);
  const sweepRecords = createSweep(db, [
    ...Object.keys({ ...records, ...MONTH_SUMS_INDEXES, ...VERSION_INDEXES }),
    ...IMPORTS,
  ]);
  const forgetAnswers = createForgetAnswers(db);

  /** Takes a profile out of the import of the download that brought it: what it was called, its targets and its days. */
  const forgetBrought = async ({ _id, account_id }: ProfileKey): Promise<void> => {
    const found = imports.find({ account_id, 'profile_ids.ours': _id }, { projection: { profile_ids: 1 } });
    for (const one of await found.toArray()) {
      const theirs = one.profile_ids.flatMap((each) => (each.ours === _id ? each.theirs : []));
      await imports.updateOne(
        { _id: one._id, account_id },
        {
          $pull: { profiles: { id: { $in: theirs } }, brought: { id: _id } },
          $unset: { [`existing_days.${_id}`]: '' },
        },
      );
    }
  };

  /** Deletes what a profile holds, and what repeated calls would answer of it (`H27`). */
  const sweep = async (profile: ProfileKey): Promise<void> => {
    await sweepRecords(ofProfile(profile));
    await forgetBrought(profile);
    await forgetAnswers(profile.account_id, { profile_id: profile._id });
  };

  return {
    /** Removes a profile and its records; does nothing where there is no such profile or it is the default one. */
    remove: async (accountId: string, id: string): Promise<void> => {
      const profile = { _id: id, account_id: accountId };
      const isGone = await inRetriedTransaction(client, async (transaction) => {
        const { deletedCount } = await profiles.deleteOne({ ...profile, is_default: false }, transaction);
        if (deletedCount === 0) return false;
        await removed.insertOne({ ...profile, removed_at: new Date() }, transaction);
        await writeTombstone(id, transaction);
        return true;
      });
      if (isGone) await sweep(profile);
    },

    /** Sweeps for the second time what was removed long enough ago. */
    sweepAgain: async (): Promise<void> => {
      const due = { removed_at: { $lt: new Date(Date.now() - QUIET_AFTER_MS) } };
      for (const profile of await removed.find(due).toArray()) {
        await sweep(profile);
        await removed.deleteOne({ _id: profile._id, account_id: profile.account_id });
      }
    },

    /** When the first of the profiles that are still to be swept for the second time was removed. */
    findOldest: async (): Promise<Date | undefined> => {
      const oldest = await removed.findOne({}, { sort: { removed_at: 1 }, projection: { removed_at: 1 } });
      return oldest?.removed_at;
    },

    /** How much of each kind a profile holds. */
    countRecords: async (profile: ProfileKey) => {
      const counts = Object.entries(records).map(async ([kind, collection]) => [
        kind,
        await collection.countDocuments(ofProfile(profile)),
      ]);
      return Object.fromEntries(await Promise.all(counts)) as Record<keyof typeof records, number>;
    },
  };
};
