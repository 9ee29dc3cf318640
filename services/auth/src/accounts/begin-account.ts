import type { Language } from 'shared/contract/fields.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';
import { TERMS_VERSION } from '../terms-version.ts';
import type { Account, AccountStore } from './account-store.ts';

/**
 * The account of an address, made where there is none yet, with the person's consent to the terms noted. `timeZone` is what
 * their browser says, if anything: a new diary begins in it (contract §2).
 */
export const beginAccount = async (
  accounts: AccountStore,
  { email, language }: { email: string; language: Language },
  timeZone: string | undefined,
  now: Date,
): Promise<Account> => {
  const time_zone = findTimeZone(timeZone ?? '') ?? 'UTC';
  const account = await accounts.findOrCreate({ email, language, time_zone }, now);
  await accounts.recordConsent(account._id, TERMS_VERSION, now);
  return account;
};
