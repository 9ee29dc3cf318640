import type { Db } from 'mongodb';
import type { CallersAccount } from 'shared/calls/principal.ts';
import { accountsOf } from 'shared/records/account.ts';

/** An account as it is now: what the gateway says of the caller may be minutes old. */
export type FindAccount = (account: CallersAccount) => Promise<Omit<CallersAccount, 'time_zone'>>;

/** Makes the function that finds it in auth's collection `accounts`. */
export const createFindAccount = (db: Db): FindAccount => {
  const accounts = accountsOf(db);
  return async ({ id, email, language }) => {
    // One that is being erased has no address any more.
    const found = await accounts.findOne(
      { _id: id, erasing: { $exists: false } },
      { projection: { email: 1, language: 1 } },
    );
    return { id, email: found?.email ?? email, language: found?.language ?? language };
  };
};
