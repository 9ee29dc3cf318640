import type { Keys } from 'shared/process/keys.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { newAccount } from '../../services/auth/src/accounts/account-store.ts';
import { newKeptLink, type StoredKeptLink } from '../../services/reports/src/share-links/kept-link.ts';
import { newShareLink, type StoredShareLink } from '../../services/reports/src/share-links/share-link.ts';

/** Somebody who looks after the made-up people of a seed. */
export const newReader = (seed: number, now: Date): StoredAccount =>
  newAccount({ email: `reader.${seed}@example.org`, language: 'en', time_zone: 'Europe/Madrid' }, now);

/** A link to the reports of somebody, and how the reader keeps it: `lucia.1.17@example.org` as `Lucia 17`. */
export const keptBy = (
  reader: StoredAccount,
  { _id, email }: StoredAccount,
  keys: Keys,
): { link: StoredShareLink; kept: StoredKeptLink } => {
  const link = newShareLink(keys, { accountId: _id, profileId: null, expiresInDays: null });
  const [first = '', , number = ''] = email.slice(0, email.indexOf('@')).split('.');
  const name = `${first.charAt(0).toUpperCase()}${first.slice(1)} ${number}`;
  const { sealed_secret } = link;
  return { link, kept: newKeptLink({ accountId: reader._id, link, sealedSecret: sealed_secret, name }) };
};
