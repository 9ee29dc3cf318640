import type { Db } from 'mongodb';
import { emailKey } from 'shared/contract/email-address.ts';
import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { PersonsPage } from 'shared/pages/shell/navigation.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { MAX_WRONG_NUMBERS } from './two-digits.ts';

/** A mailed link that signs in once, or moves an account to the address once. Of its secret only the SHA-256 is kept. */
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
  /**
   * The browser that asked, by the SHA-256 of its cookie, and the number that its page shows. Absent in a link of an earlier
   * release, which signs in by itself.
   */
  asked?: { browser: string; number: string; wrong_numbers: number };
  /** The account that this address is to belong to; absent in a link that signs in (`C13.address`). */
  moves?: string;
  /** The account that the browser that asked may sign in to, as another browser let it; until it has. */
  handed_over?: { account_id: string; until: Date };
};

export const SIGN_IN_LINK_INDEXES: Indexes = {
  sign_in_links: [
    { key: { email_key: 1 } },
    { key: { 'asked.browser': 1 }, sparse: true },
    { key: { moves: 1 }, sparse: true },
    // Only cleans up: for a day, a link that is over is told from one that never was.
    { key: { expires_at: 1 }, expireAfterSeconds: LIMITS.finishedLifetimeSeconds },
  ],
};

/** A link as it begins, before anybody knows in what language. */
export const newSignInLink = (
  hash: string,
  {
    email,
    returnTo,
    asked,
    moves,
  }: Pick<SignInLink, 'email' | 'asked' | 'moves'> & { returnTo?: PersonsPage | undefined },
  now: Date,
): Omit<SignInLink, 'language'> => ({
  _id: hash,
  email,
  email_key: emailKey(email),
  ...(returnTo && { return_to: returnTo }),
  created_at: now,
  expires_at: addSeconds(now, moves ? LIMITS.addressLinkSeconds : LIMITS.signInLinkSeconds),
  used_at: null,
  ...(asked && { asked }),
  ...(moves && { moves }),
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

    /** The links that a browser asked for, the newest first; `browser` is the hash of its cookie. */
    listAsked: (browser: string): Promise<SignInLink[]> =>
      links.find({ 'asked.browser': browser }).sort({ created_at: -1 }).toArray(),

    /**
     * Whether this call is the one that uses the link: one conditional update. With `accountId` it is handed over to the browser
     * that asked.
     */
    use: async (hash: string, now: Date, transaction: Transaction, accountId?: string): Promise<boolean> => {
      const until = addSeconds(now, LIMITS.approvedLifetimeSeconds);
      const { matchedCount } = await links.updateOne(
        {
          _id: hash,
          used_at: null,
          expires_at: { $gt: now },
          'asked.wrong_numbers': { $not: { $gte: MAX_WRONG_NUMBERS } },
        },
        { $set: { used_at: now, ...(accountId && { handed_over: { account_id: accountId, until } }) } },
        transaction,
      );
      return matchedCount === 1;
    },

    /** Whether this call is the one in which the browser that asked takes what it was handed. */
    take: async (hash: string, now: Date, transaction: Transaction): Promise<boolean> => {
      const { matchedCount } = await links.updateOne(
        { _id: hash, 'handed_over.until': { $gt: now } },
        { $unset: { handed_over: 1 } },
        transaction,
      );
      return matchedCount === 1;
    },

    /** Notes a wrong number. Returns how many more may follow; undefined where somebody else has used the link or typed one. */
    noteWrongNumber: async ({ _id, asked }: SignInLink): Promise<number | undefined> => {
      const before = asked?.wrong_numbers ?? 0;
      const { matchedCount } = await links.updateOne(
        { _id, used_at: null, 'asked.wrong_numbers': before },
        { $set: { 'asked.wrong_numbers': before + 1 } },
      );
      return matchedCount === 1 ? MAX_WRONG_NUMBERS - before - 1 : undefined;
    },

    /** Forgets the links of an address, and those that would move an account, that were mailed until then. */
    removeOf: async (accountId: string, key: string, until: Date): Promise<void> => {
      for (const which of [{ email_key: key }, { moves: accountId }])
        await links.deleteMany({ ...which, created_at: { $lte: until } });
    },
  };
};
