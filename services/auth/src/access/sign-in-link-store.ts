import type { Db } from 'mongodb';
import { emailKey } from 'shared/contract/email-address.ts';
import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { PersonsPage } from 'shared/pages/shell/navigation.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';

/** A mailed link that signs in once. Of its secret only the SHA-256 is kept. */
export type SignInLink = {
  _id: string;
  email: string;
  email_key: string;
  /** The language of the mail, and of the page that its link leads to. */
  language: Language;
  /** The page that was asked for before; absent in most. */
  return_to?: PersonsPage;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export const SIGN_IN_LINK_INDEXES: Indexes = {
  sign_in_links: [
    { key: { email_key: 1 } },
    // Only cleans up: for a day, a link that is over is told from one that never was.
    { key: { expires_at: 1 }, expireAfterSeconds: LIMITS.finishedLifetimeSeconds },
  ],
};

/** A link as it begins, before anybody knows in what language. */
export const newSignInLink = (
  hash: string,
  { email, returnTo }: { email: string; returnTo: PersonsPage | undefined },
  now: Date,
): Omit<SignInLink, 'language'> => ({
  _id: hash,
  email,
  email_key: emailKey(email),
  ...(returnTo && { return_to: returnTo }),
  created_at: now,
  expires_at: addSeconds(now, LIMITS.signInLinkSeconds),
  used_at: null,
});

export type SignInLinkStore = ReturnType<typeof createSignInLinkStore>;

/** The collection `sign_in_links`. */
export const createSignInLinkStore = (db: Db) => {
  const links = db.collection<SignInLink>('sign_in_links');
  return {
    create: async (link: SignInLink): Promise<void> => {
      await links.insertOne(link);
    },

    find: (hash: string): Promise<SignInLink | null> => links.findOne({ _id: hash }),

    /** Whether this call is the one that uses the link: one conditional update. */
    use: async (hash: string, now: Date, transaction: Transaction): Promise<boolean> => {
      const { matchedCount } = await links.updateOne(
        { _id: hash, used_at: null, expires_at: { $gt: now } },
        { $set: { used_at: now } },
        transaction,
      );
      return matchedCount === 1;
    },

    /** Forgets the links of an address that were mailed until then. */
    removeOf: async (key: string, until: Date): Promise<void> => {
      await links.deleteMany({ email_key: key, created_at: { $lte: until } });
    },
  };
};
