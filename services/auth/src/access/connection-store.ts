import type { Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Access } from 'shared/contract/operations/account.ts';
import type { Scope } from 'shared/contract/scopes.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { isUseNoted } from './is-use-noted.ts';
import { type FoundWithAccount, readInForce, type WithAccount, withAccount } from './with-account.ts';

/** An assistant that a person has connected. */
export type Connection = {
  _id: string;
  account_id: string;
  client_name: string;
  access: Access;
  scopes: Scope[];
  /**
   * The SHA-256 of its bearer token. An OAuth grant has none, for its tokens are artifacts (oauth/artifact-store.ts): here is
   * its own id, so that both are found by the one shard key.
   */
  token_hash: string;
  /** Of an OAuth grant: the client, and what it was granted; the resources are the identifiers that it may ask tokens for. */
  grant?: {
    client_id: string;
    resources: string[];
    /** Where its tokens last went, as the gateway wrote it. */
    network?: string;
  };
  created_at: Date;
  last_used_at: Date | null;
  /** 180 days after the last use (`C4.unused`). */
  expires_at: Date;
};

export const CONNECTION_INDEXES: Indexes = {
  connections: [
    { key: { token_hash: 1 }, unique: true },
    { key: { account_id: 1, created_at: -1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: DAY_SECONDS },
  ],
};

/** When a connection ends that is used at this moment and never again. */
export const expiryAfterUse = (usedAt: Date): Date =>
  addSeconds(usedAt, LIMITS.tokenUnusedDays * DAY_SECONDS);

const useAt = (usedAt: Date) => ({ last_used_at: usedAt, expires_at: expiryAfterUse(usedAt) });

/** A connection as it is once its use at this moment is noted. */
export const afterUse = (connection: Connection, usedAt: Date): Connection =>
  isUseNoted(connection.last_used_at, usedAt) ? connection : { ...connection, ...useAt(usedAt) };

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/**
 * The collection `connections`. What is past its `expires_at` is not found, whether or not the index has swept it. That is
 * compared here and not in the query: there, DocumentDB may scan the index of `expires_at`, which holds nearly everything.
 */
export const createConnectionStore = (db: Db) => {
  const connections = db.collection<Connection>('connections');
  return {
    create: async (connection: Connection, transaction: Transaction): Promise<void> => {
      await connections.insertOne(connection, transaction);
    },

    /** The connection of a bearer token, with its account, while both are in force. */
    findByTokenHash: async (hash: string, now: Date): Promise<WithAccount<Connection> | undefined> => {
      const [found] = await connections
        .aggregate<FoundWithAccount<Connection>>([{ $match: { token_hash: hash } }, ...withAccount()])
        .toArray();
      return readInForce(found, now);
    },

    /** The connection of an OAuth grant, whose `token_hash` is its own id. */
    findGrant: async (grantId: string, now: Date): Promise<Connection | undefined> => {
      const found = await connections.findOne({ token_hash: grantId });
      return found && found.expires_at > now ? found : undefined;
    },

    /** The connections of an account, the newest first. */
    list: async (accountId: string, now: Date): Promise<Connection[]> => {
      const found = await connections.find({ account_id: accountId }).sort({ created_at: -1 }).toArray();
      return found.filter(({ expires_at }) => expires_at > now);
    },

    exists: async (accountId: string, id: string): Promise<boolean> =>
      (await connections.findOne({ _id: id, account_id: accountId })) !== null,

    /** Notes that a connection is in use, at most once a minute. */
    noteUse: async (connection: Connection, now: Date): Promise<void> => {
      const { token_hash, last_used_at } = connection;
      if (isUseNoted(last_used_at, now)) return;
      await connections.updateOne({ token_hash, last_used_at }, { $set: useAt(now) });
    },

    /** Notes the network that a grant's tokens go to. */
    noteNetwork: async ({ token_hash }: Connection, network: string): Promise<void> => {
      await connections.updateOne({ token_hash }, { $set: { 'grant.network': network } });
    },

    /** Notes when connections, by their ids, were last used; of each at most once a minute. What has ended stays so. */
    noteUses: async (uses: Record<string, string>, now: Date): Promise<void> => {
      const used = await connections
        .find({ _id: { $in: Object.keys(uses) } })
        .project<Pick<Connection, '_id' | 'token_hash' | 'last_used_at' | 'expires_at'>>({
          token_hash: 1,
          last_used_at: 1,
          expires_at: 1,
        })
        .toArray();
      const notes = used.flatMap(({ _id, token_hash, last_used_at, expires_at }) => {
        const usedAt = new Date(uses[_id] ?? now);
        if (expires_at <= now || isUseNoted(last_used_at, usedAt, now)) return [];
        return { updateOne: { filter: { token_hash, last_used_at }, update: { $set: useAt(usedAt) } } };
      });
      if (notes.length > 0) await connections.bulkWrite(notes, { ordered: false });
    },

    /** Whether there was such a connection to remove. */
    remove: async (accountId: string, id: string): Promise<boolean> => {
      const { deletedCount } = await connections.deleteOne({ _id: id, account_id: accountId });
      return deletedCount === 1;
    },

    removeAll: async (accountId: string): Promise<void> => {
      await connections.deleteMany({ account_id: accountId });
    },
  };
};
