import type { Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { uuidv7 } from 'uuidv7';
import { isUseNoted } from './is-use-noted.ts';
import { type FoundWithAccount, readInForce, type WithAccount, withAccount } from './with-account.ts';

/** A browser in which a person is signed in. The secret is in its cookie; here is only its SHA-256. */
export type Session = {
  _id: string;
  secret_hash: string;
  account_id: string;
  /** What the person may know it by: `Firefox, Android`; null where the browser does not tell. */
  browser: string | null;
  /** Where the sign-in came from, as the gateway wrote it. */
  network: string;
  created_at: Date;
  last_used_at: Date;
  /** 30 days after the last use (`C4.session_unused`). */
  expires_at: Date;
};

export const SESSION_INDEXES: Indexes = {
  sessions: [
    { key: { secret_hash: 1 }, unique: true },
    { key: { account_id: 1, created_at: -1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: DAY_SECONDS },
  ],
};

const expiryAfterUse = (usedAt: Date): Date => addSeconds(usedAt, LIMITS.sessionUnusedDays * DAY_SECONDS);

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The collection `sessions`. What is past its `expires_at` is not found, whether or not the index has swept it. */
export const createSessionStore = (db: Db) => {
  const sessions = db.collection<Session>('sessions');
  return {
    /** Begins a session; returns its secret, which is kept nowhere. */
    create: async (
      session: Pick<Session, 'account_id' | 'browser' | 'network'>,
      now: Date,
      transaction: Transaction,
    ): Promise<string> => {
      const secret = randomSecret();
      await sessions.insertOne(
        {
          _id: `ses_${uuidv7()}`,
          ...session,
          secret_hash: hashSecret(secret),
          created_at: now,
          last_used_at: now,
          expires_at: expiryAfterUse(now),
        },
        transaction,
      );
      return secret;
    },

    /** A session, with its account, while both are in force. */
    findBySecretHash: async (hash: string, now: Date): Promise<WithAccount<Session> | undefined> => {
      const [found] = await sessions
        .aggregate<FoundWithAccount<Session>>([{ $match: { secret_hash: hash } }, ...withAccount()])
        .toArray();
      return readInForce(found, now);
    },

    /** The sessions of an account, the newest first. */
    list: async (accountId: string, now: Date): Promise<Session[]> => {
      const found = await sessions.find({ account_id: accountId }).sort({ created_at: -1 }).toArray();
      return found.filter(({ expires_at }) => expires_at > now);
    },

    /** Notes that a session is in use, at most once a minute. */
    noteUse: async ({ secret_hash, last_used_at }: Session, now: Date): Promise<void> => {
      if (isUseNoted(last_used_at, now)) return;
      await sessions.updateOne(
        { secret_hash, last_used_at },
        { $set: { last_used_at: now, expires_at: expiryAfterUse(now) } },
      );
    },

    remove: async (accountId: string, id: string, transaction: Transaction = {}): Promise<void> => {
      await sessions.deleteOne({ _id: id, account_id: accountId }, transaction);
    },

    /** Ends every session of an account, save `kept`. */
    removeAll: async (accountId: string, kept?: string): Promise<void> => {
      await sessions.deleteMany({ account_id: accountId, ...(kept && { _id: { $ne: kept } }) });
    },
  };
};
