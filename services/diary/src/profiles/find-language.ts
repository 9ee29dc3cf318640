import type { Db } from 'mongodb';
import type { CallersAccount } from 'shared/calls/principal.ts';
import type { Language } from 'shared/contract/fields.ts';
import { accountsOf } from 'shared/records/account.ts';

/** The language of an account now: what the gateway says of the caller may be ten seconds old. */
export type FindLanguage = (account: CallersAccount) => Promise<Language>;

/** Makes the function that finds it in auth's collection `accounts`. */
export const createFindLanguage = (db: Db): FindLanguage => {
  const accounts = accountsOf(db);
  return async ({ id, language }) => {
    const found = await accounts.findOne({ _id: id }, { projection: { language: 1 } });
    return found?.language ?? language;
  };
};
