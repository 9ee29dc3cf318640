import type { Db } from 'mongodb';
import { accountsOf } from 'shared/records/account.ts';
import { IN_ONE_ANSWER } from 'shared/store/mongo.ts';

export type IsOpen = ReturnType<typeof createIsOpen>;

/**
 * Makes the function that says, by auth's collection `accounts`, whether an account is open: from the moment in which its owner
 * deletes it, it is not (docs/decisions/erasure.md).
 */
export const createIsOpen = (db: Db) => {
  const accounts = accountsOf(db);
  return async (accountId: string): Promise<boolean> => {
    const account = await accounts.findOne({ _id: accountId }, { projection: { erasing: 1 } });
    return account !== null && !account.erasing;
  };
};

export type OpenAccounts = ReturnType<typeof createOpenAccounts>;

/** The same of many: makes the function that says which of them are open. */
export const createOpenAccounts = (db: Db) => {
  const accounts = accountsOf(db);
  return async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const open = await accounts
      .find({ _id: { $in: [...ids] }, erasing: { $exists: false } }, IN_ONE_ANSWER)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return new Set(open.map(({ _id }) => _id));
  };
};
