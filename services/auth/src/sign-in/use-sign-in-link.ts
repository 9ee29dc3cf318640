import type { MongoClient } from 'mongodb';
import type { Person } from 'shared/calls/principal.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { Session, SessionStore } from '../access/session-store.ts';
import type { SignInLinkStore } from '../access/sign-in-link-store.ts';
import type { BeginAccount, Beginner } from '../accounts/begin-account.ts';

type Parts = {
  client: MongoClient;
  beginAccount: BeginAccount;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
};

type SignIn = {
  /** The link's `_id`. */
  link: string;
  /** Whose link it is: their account or, where they have none yet, what it begins with. */
  owner: StoredAccount | Beginner;
  session: Pick<Session, 'browser' | 'network'>;
  /** Who was signed in in this browser until now. */
  replaced: Person | undefined;
};

/** What a link was handed over for: the browser that asked begins its session. */
type Taking = Pick<SignIn, 'link' | 'session' | 'replaced'> & { accountId: string };

export type UseSignInLink = ReturnType<typeof createSignInLinkUse>;

/**
 * Makes the function that signs in by a link, and returns the secret of the session, or undefined where the link is used or over.
 * In one transaction: a link is never used up for nothing, and whoever removes an address's links and then its sessions misses
 * none.
 */
export const createSignInLinkUse =
  ({ client, beginAccount, sessions, signInLinks }: Parts) =>
  async ({ link, owner, session, replaced }: SignIn, now: Date): Promise<string | undefined> => {
    let secret: string | undefined;
    const begin = async (account: StoredAccount, transaction: Transaction): Promise<boolean> => {
      secret = undefined;
      if (!(await signInLinks.use(link, now, transaction))) return false;
      if (replaced) await sessions.remove(replaced.account.id, replaced.session.id, transaction);
      secret = await sessions.create({ account_id: account._id, ...session }, now, transaction);
      return true;
    };
    if ('_id' in owner) await inRetriedTransaction(client, (transaction) => begin(owner, transaction));
    else await beginAccount(owner, now, begin);
    return secret;
  };

export type HandOverSignInLink = ReturnType<typeof createSignInLinkHandover>;

/**
 * Makes the function that uses a link for the browser that asked, which then takes it (`createSignInLinkTaking`); false where
 * the link is used or over.
 */
export const createSignInLinkHandover =
  ({ client, beginAccount, signInLinks }: Omit<Parts, 'sessions'>) =>
  async ({ link, owner }: Pick<SignIn, 'link' | 'owner'>, now: Date): Promise<boolean> => {
    let isDone = false;
    const handOver = async (account: StoredAccount, transaction: Transaction): Promise<boolean> => {
      isDone = await signInLinks.use(link, now, transaction, account._id);
      return isDone;
    };
    if ('_id' in owner) await inRetriedTransaction(client, (transaction) => handOver(owner, transaction));
    else await beginAccount(owner, now, handOver);
    return isDone;
  };

export type TakeSignInLink = ReturnType<typeof createSignInLinkTaking>;

/** Makes the function that signs in the browser that asked, once, and returns its secret; undefined where there is nothing to take. */
export const createSignInLinkTaking =
  ({ client, sessions, signInLinks }: Omit<Parts, 'beginAccount'>) =>
  ({ link, accountId, session, replaced }: Taking, now: Date): Promise<string | undefined> =>
    inRetriedTransaction(client, async (transaction) => {
      if (!(await signInLinks.take(link, now, transaction))) return undefined;
      if (replaced) await sessions.remove(replaced.account.id, replaced.session.id, transaction);
      return sessions.create({ account_id: accountId, ...session }, now, transaction);
    });
