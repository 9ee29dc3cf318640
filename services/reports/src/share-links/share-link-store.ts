import type { Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { Problem } from 'shared/contract/problem.ts';
import { DAY_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { IN_ONE_ANSWER, type Transaction } from 'shared/store/mongo.ts';
import { createTombstoneWriter } from 'shared/store/tombstones.ts';
import { type FoundShareLink, readShareLink, type StoredShareLink } from './share-link.ts';

/** What finds one link at one shard: the collection is sharded by `secret_hash` (docs/operating/mongodb.md). */
export type LinkKey = Pick<StoredShareLink, '_id' | 'account_id' | 'secret_hash'>;

const YEAR_SECONDS = 365 * DAY_SECONDS;

/** For a year the address of a link that ended says that it was one (410), unless it gives way to a new one before. */
export const SHARE_LINK_INDEXES: Indexes = {
  share_links: [
    { key: { secret_hash: 1 }, unique: true },
    { key: { account_id: 1, _id: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: YEAR_SECONDS },
  ],
};

/**
 * Whether the link still shows something: decided by comparing times, whether or not the index has removed it. A revocation is none: the
 * clock of the process that made it may be ahead, and its time to come here (`H17`).
 */
export const isActive = (
  { expires_at, revoked_at }: Pick<StoredShareLink, 'expires_at' | 'revoked_at'>,
  now: Date,
): boolean => !revoked_at && (expires_at === null || expires_at > now);

export type ShareLinkStore = ReturnType<typeof createShareLinkStore>;

/** The collection `share_links`. */
export const createShareLinkStore = (db: Db) => {
  const links = db.collection<FoundShareLink>('share_links');
  const writeTombstone = createTombstoneWriter(db);

  /** The links of an account that are known, oldest first, whether or not they have ended. */
  const all = (accountId: string): Promise<StoredShareLink[]> =>
    links.find({ account_id: accountId }).sort({ _id: 1 }).map(readShareLink).toArray();

  return {
    all,

    /**
     * Where the account has as many as it can, for all of them are read at once, those that ended first give way: more than one
     * after some that did not see each other. Throws `validation_failed` where too few have ended.
     */
    add: async (link: StoredShareLink, transaction: Transaction): Promise<void> => {
      const { account_id } = link;
      const tooManyBy =
        (await links.countDocuments({ account_id }, transaction)) + 1 - LIMITS.shareLinksPerAccount;
      if (tooManyBy > 0) {
        const ended = { account_id, expires_at: { $lte: new Date() } };
        const first = await links
          .find(ended, { sort: { expires_at: 1 }, limit: tooManyBy, ...transaction })
          .toArray();
        if (first.length < tooManyBy) throw tooMany();
        const secret_hash = { $in: first.map((one) => one.secret_hash) };
        await links.deleteMany({ ...ended, secret_hash }, transaction);
      }
      await links.insertOne(link, transaction);
    },

    /** The link with this secret, whether or not it has ended. */
    findBySecretHash: async (hash: string): Promise<StoredShareLink | null> => {
      const found = await links.findOne({ secret_hash: hash });
      return found && readShareLink(found);
    },

    /** The links with these secrets, whether or not they have ended. */
    findBySecretHashes: (hashes: readonly string[]): Promise<StoredShareLink[]> =>
      links
        .find({ secret_hash: { $in: [...hashes] } }, IN_ONE_ANSWER)
        .map(readShareLink)
        .toArray(),

    /** The links of an account that are active at this moment, oldest first. */
    active: async (accountId: string, now: Date): Promise<StoredShareLink[]> =>
      (await all(accountId)).filter((link) => isActive(link, now)),

    /** Ends a link of this account; false where there is none that is active. */
    revoke: async (accountId: string, id: string, now: Date): Promise<boolean> => {
      const link = await links.findOne({ _id: id, account_id: accountId });
      if (!link || !isActive(link, now)) return false;
      const { _id, account_id, secret_hash, expires_at } = link;
      await writeTombstone(_id);
      const { modifiedCount } = await links.updateOne(
        { _id, account_id, secret_hash, expires_at },
        { $set: { expires_at: now, revoked_at: now } },
      );
      return modifiedCount === 1;
    },

    /** Adds views to what was counted of a link. */
    addViews: async (
      { _id, account_id, secret_hash }: LinkKey,
      views: { count: number; last: Date },
    ): Promise<void> => {
      await links.updateOne(
        { _id, account_id, secret_hash },
        { $inc: { view_count: views.count }, $max: { last_viewed_at: views.last } },
      );
    },
  };
};

const tooMany = (): Problem =>
  new Problem(
    'validation_failed',
    `An account has at most ${LIMITS.shareLinksPerAccount} active report links. Revoke one that is no longer needed first.`,
  );
