import type { MongoClient } from 'mongodb';
import type { Language } from 'shared/contract/fields.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import { TERMS_VERSION } from '../legal/terms-version.ts';
import { type AccountStore, newAccount } from './account-store.ts';

/** `timeZone` is what the person's browser says, if anything: a new diary begins in it (`C2.time_zone`). */
export type Beginner = { email: string; language: Language; timeZone: string | undefined };

/** Whether a browser names a zone that we do not know: what begins with it is in UTC, and its person is told (`C2.zones`). */
export const isUnknownZone = (timeZone: string | undefined): boolean =>
  Boolean(timeZone) && !findTimeZone(timeZone ?? '');

export type BeginAccount = ReturnType<typeof createBeginAccount>;

/**
 * Makes the function that returns the account of an address, made where there is none yet, with the person's consent to the terms
 * noted; or null and nothing made or noted, where `decide`, in the same transaction, says that what they decided was decided
 * before. `decide` comes first: of concurrent callers all but one then end with it.
 */
export const createBeginAccount =
  (client: MongoClient, accounts: AccountStore) =>
  (
    { email, language, timeZone }: Beginner,
    now: Date,
    decide: (account: StoredAccount, transaction: Transaction) => Promise<boolean>,
  ): Promise<StoredAccount | null> =>
    inRetriedTransaction(client, async (transaction) => {
      const known = await accounts.findByEmail(email, transaction);
      const time_zone = findTimeZone(timeZone ?? '') ?? 'UTC';
      const account = known ?? newAccount({ email, language, time_zone }, now);
      if (!(await decide(account, transaction))) return null;
      if (!known) await accounts.create(account, transaction);
      await accounts.recordConsent(account._id, TERMS_VERSION, now, transaction);
      return account;
    });
