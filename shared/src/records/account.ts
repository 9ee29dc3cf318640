import type { Collection, Db } from 'mongodb';
import { z } from 'zod';
import type { CallersAccount } from '../calls/principal.ts';
import type { Language } from '../contract/fields.ts';
import type { Found } from './stored.ts';

/** The address of the demo account. No mail reaches it (RFC 6761, 6.4): nobody signs in to it but by its button. */
export const DEMO_EMAIL = 'demo@diary.invalid';

/** The services that hold something of an account. Each sweeps what it owns. */
export const erasingService = z.enum(['auth', 'diary', 'reports']);
export type ErasingService = z.infer<typeof erasingService>;

/** An account as it is stored. */
export type StoredAccount = {
  _id: string;
  /** The address as it was first given. */
  email: string;
  /** What the account is found by: the address as addresses are compared (`emailKey`). */
  email_key: string;
  language: Language;
  /** The zone that the account began in (`C2.time_zone`). */
  time_zone: string;
  created_at: Date;
  /** What the person agreed to, and when; one entry per version of the terms. */
  consents: { terms_version: string; at: Date }[];
  /** What it was found by before it got other addresses, in the last 30 days; absent in most (`C13.address`). */
  moves?: { email_key: string; at: Date }[];
  /** Set while the account is being erased: it gives no access any more. */
  erasing?: Erasing;
};

/** The source of truth from which sweeps are queued until every service is done (docs/decisions/erasure.md). */
type Erasing = {
  since: Date;
  /** What the account was found by: the address itself is free for a new account at once. */
  email_key: string;
  done: ErasingService[];
};

/** An account in any shape that was ever stored. */
export type FoundAccount = Found<StoredAccount, 'time_zone' | 'consents'>;

/** Auth's collection, which reports and diary read, too. */
export const accountsOf = (db: Db): Collection<FoundAccount> => db.collection('accounts');

/** Today's shape of an account (`A.stored`). */
export const readAccount = <Account extends FoundAccount>(found: Account): Account & StoredAccount => ({
  time_zone: 'UTC',
  consents: [],
  ...found,
});

/** A stored account as services tell each other of it (`A.listed`). */
export const presentAccount = (account: StoredAccount): CallersAccount => ({
  id: account._id,
  email: account.email,
  language: account.language,
  time_zone: account.time_zone,
});
