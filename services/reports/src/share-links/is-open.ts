import type { Db } from 'mongodb';

/** Whether an account is open: from the moment in which its owner deletes it, it is not (docs/decisions/erasure.md). */
export type IsOpen = (accountId: string) => Promise<boolean>;

/** Makes the function that reads it in auth's collection `accounts`. */
export const createIsOpen = (db: Db): IsOpen => {
  const accounts = db.collection<{ _id: string; erasing?: object }>('accounts');
  return async (accountId) => {
    const account = await accounts.findOne({ _id: accountId }, { projection: { erasing: 1 } });
    return account !== null && !account.erasing;
  };
};
