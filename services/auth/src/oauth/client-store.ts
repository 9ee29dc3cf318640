import type { Db } from 'mongodb';
import { DAY_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { ignoreDuplicateKey } from 'shared/store/mongo.ts';
import type { ClientMetadata } from './client-metadata.ts';

/** A registered client (RFC 7591). */
export type RegisteredClient = {
  _id: string;
  metadata: ClientMetadata;
  /** The SHA-256 of the client's secret; only a confidential client has one. */
  secret_hash?: string;
  issued_at: Date;
  /** When it is deleted unless somebody approves it before; null once somebody has. */
  unused_until: Date | null;
};

export const CLIENT_INDEXES: Indexes = {
  // Only cleans up: whether a client is known is decided by its time.
  oauth_clients: [{ key: { unused_until: 1 }, expireAfterSeconds: 0 }],
};

/** What a client says of itself, registered or in a document, is kept so long until somebody approves it (`H7`). */
export const UNAPPROVED_SECONDS = 30 * DAY_SECONDS;

export type ClientStore = ReturnType<typeof createClientStore>;

/** The collection `oauth_clients`. */
export const createClientStore = (db: Db) => {
  const clients = db.collection<RegisteredClient>('oauth_clients');
  return {
    /** A client, unless it has expired unused. */
    find: async (id: string, now: Date): Promise<RegisteredClient | undefined> => {
      const client = await clients.findOne({ _id: id });
      return client && (client.unused_until ?? now) >= now ? client : undefined;
    },

    /** Renews a client's time as if it were new, where there is one. */
    renew: async (id: string, unusedUntil: Date): Promise<RegisteredClient | null> => {
      await clients.updateOne(
        { _id: id, unused_until: { $ne: null } },
        { $set: { unused_until: unusedUntil } },
      );
      return clients.findOne({ _id: id });
    },

    /** If two callers register the same public client at once, both succeed. */
    create: async (client: RegisteredClient): Promise<void> => {
      await clients.insertOne(client).catch(ignoreDuplicateKey);
    },

    /** Somebody has approved it: from now on it stays. */
    keep: async (id: string): Promise<void> => {
      await clients.updateOne({ _id: id }, { $set: { unused_until: null } });
    },
  };
};
