import { homeZone, type Profiles } from 'shared/records/profiles.ts';
import type { AccountStore } from './account-store.ts';

/** The zone that the person of an address lives by; undefined where it has no account, which takes as long to say. */
export type HomeZoneOf = (email: string) => Promise<string | undefined>;

/** Finds the zone in which mails, and the pages behind their links, tell a person the time. */
export const createHomeZones =
  (accounts: AccountStore, profiles: Profiles): HomeZoneOf =>
  async (email) => {
    const account = await accounts.findByEmail(email);
    const found = await profiles.find(account?._id ?? 'no account');
    return account ? homeZone(found, account) : undefined;
  };
