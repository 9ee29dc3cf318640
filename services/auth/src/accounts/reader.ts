import type { Language } from 'shared/contract/fields.ts';
import { homeZone, type Profiles } from 'shared/records/profiles.ts';
import type { AccountStore } from './account-store.ts';

/** Who reads a mail, or the page behind its link: whose account, at which address, in what language, by the clock of which zone. */
export type Reader = { accountId: string; email: string; language: Language; timeZone: string };

/** The person of an address; undefined where it has no account, which takes as long to say. */
export type FindReader = (email: string) => Promise<Reader | undefined>;

/** Makes the function that finds the person of an address. */
export const createFindReader =
  (accounts: AccountStore, profiles: Profiles): FindReader =>
  async (email) => {
    const account = await accounts.findByEmail(email);
    const found = await profiles.find(account?._id ?? 'no account');
    if (!account) return undefined;
    const { _id: accountId, language } = account;
    return { accountId, email: account.email, language, timeZone: homeZone(found, account) };
  };
