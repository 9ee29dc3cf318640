import type { Document } from 'mongodb';
import { type FoundAccount, readAccount, type StoredAccount } from 'shared/records/account.ts';

/** What opens an account, with that account. */
export type WithAccount<Opener> = Opener & { account: StoredAccount };

/** The same as it is found. */
export type FoundWithAccount<Opener> = Opener & { account: FoundAccount };

/**
 * Stages that add the account to what names it in `accountIdField`: one query instead of two. What has no account is left out. Whether
 * it is open is compared in `readInForce`, as expiry is.
 */
export const withAccount = (accountIdField = 'account_id'): Document[] => [
  { $lookup: { from: 'accounts', localField: accountIdField, foreignField: '_id', as: 'account' } },
  { $unwind: '$account' },
];

/** What was found, if it gives access: it has not expired, and its account is not being erased. */
export const readInForce = <Opener extends { expires_at: Date }>(
  found: FoundWithAccount<Opener> | undefined,
  now: Date,
): WithAccount<Opener> | undefined =>
  found && found.expires_at > now && found.account.erasing === undefined
    ? { ...found, account: readAccount(found.account) }
    : undefined;
