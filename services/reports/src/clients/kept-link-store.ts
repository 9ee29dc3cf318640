import type { Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { hashSecret, type Keys } from 'shared/process/keys.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { IN_ONE_ANSWER, isDuplicateKey } from 'shared/store/mongo.ts';
import { createTombstoneWriter } from 'shared/store/tombstones.ts';
import { keptLinksOf, newKeptLink, type StoredKeptLink } from '../share-links/kept-link.ts';
import type { StoredShareLink } from '../share-links/share-link.ts';

export const KEPT_LINK_INDEXES: Indexes = {
  kept_links: [{ key: { account_id: 1, secret_hash: 1 }, unique: true }, { key: { owner_id: 1, _id: 1 } }],
};

type NewKeptLink = { accountId: string; link: StoredShareLink; secret: string; name: string };

export type KeptLinkStore = ReturnType<typeof createKeptLinkStore>;

/** The collection `kept_links`, as each reader sees their own. */
export const createKeptLinkStore = (db: Db, keys: Keys) => {
  const kept = keptLinksOf(db);
  const writeTombstone = createTombstoneWriter(db);

  return {
    /** What a reader keeps, oldest first. */
    all: (accountId: string): Promise<StoredKeptLink[]> =>
      kept.find({ account_id: accountId }, IN_ONE_ANSWER).sort({ _id: 1 }).toArray(),

    /** The link with this secret as a reader keeps it; null where they do not. */
    find: (accountId: string, secret: string): Promise<StoredKeptLink | null> =>
      kept.findOne({ account_id: accountId, secret_hash: hashSecret(secret) }),

    /**
     * Keeps a link; one that is kept gets the name. Returns false where the reader keeps as many as they can: of some that come at
     * once, none makes it one more.
     */
    keep: async ({ accountId, link, secret, name }: NewKeptLink): Promise<boolean> => {
      const one = { account_id: accountId, secret_hash: link.secret_hash };
      const rename = () => kept.updateOne(one, { $set: { name } });
      if ((await rename()).matchedCount === 1) return true;
      const sealedSecret = keys.seal('share-link', secret);
      const added = newKeptLink({ accountId, link, sealedSecret, name });
      try {
        await kept.insertOne(added);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await rename();
        return true;
      }
      if ((await kept.countDocuments({ account_id: accountId })) <= LIMITS.keptLinks) return true;
      await kept.deleteOne({ _id: added._id, account_id: accountId });
      return false;
    },

    /** Gives what a reader keeps another name; false where they do not keep it. */
    rename: async (accountId: string, id: string, name: string): Promise<boolean> =>
      (await kept.updateOne({ _id: id, account_id: accountId }, { $set: { name } })).matchedCount === 1,

    /** Ends that a reader keeps a link. It leaves a tombstone: no backup brings it back. */
    remove: async (accountId: string, id: string): Promise<void> => {
      if (!(await kept.findOne({ _id: id, account_id: accountId }))) return;
      await writeTombstone(id);
      await kept.deleteOne({ _id: id, account_id: accountId });
    },

    /** The secret of a kept link; undefined where the key that it was sealed with is no longer in SECRET_KEY. */
    secretOf: ({ sealed_secret }: StoredKeptLink): string | undefined => {
      try {
        return keys.open('share-link', sealed_secret);
      } catch {
        return undefined;
      }
    },
  };
};
