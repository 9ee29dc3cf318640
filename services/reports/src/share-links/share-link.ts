import { SHOWN_KINDS, type ShownKind } from 'shared/contract/kinds.ts';
import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { hashSecret, type Keys, randomLinkSecret } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile } from 'shared/records/profiles.ts';
import type { Found } from 'shared/records/stored.ts';
import { uuidv7 } from 'uuidv7';

/** A link to the reports of one profile, or of every profile of the account where `profile_id` is null. */
export type StoredShareLink = {
  _id: string;
  account_id: string;
  /** What the owner calls it. */
  label: string | null;
  profile_id: string | null;
  /** The kinds that it shows, each once. */
  shows: readonly ShownKind[];
  /** The first and the last day that it may show; null where it has none. */
  from: string | null;
  to: string | null;
  /** The SHA-256 of the secret, by which the link is found. */
  secret_hash: string;
  /** The secret as authenticated ciphertext, for the list alone. */
  sealed_secret: string;
  created_at: Date;
  /** When it ends; null where it does not. A revoked link ended when it was revoked. */
  expires_at: Date | null;
  /** When it was revoked; earlier releases only set `expires_at`. */
  revoked_at?: Date;
  view_count: number;
  last_viewed_at: Date | null;
};

/** A link in any shape that was ever stored. */
export type FoundShareLink = Found<StoredShareLink, 'label' | 'shows' | 'from' | 'to'>;

/** Today's shape of a link (`A.stored`): one that is older than what a link may be limited to shows everything. */
export const readShareLink = (found: FoundShareLink): StoredShareLink => ({
  label: null,
  shows: SHOWN_KINDS,
  from: null,
  to: null,
  ...found,
});

/** What a link is made for. `shows` may name a kind twice; what is absent limits nothing. */
export type NewShareLink = {
  accountId: string;
  profileId: string | null;
  expiresInDays: number | null;
  label?: string | null | undefined;
  shows?: readonly ShownKind[] | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};

/** A link as it is stored. Its secret is kept as a hash, to find it by, and sealed, to list it with. */
export const newShareLink = (
  keys: Keys,
  { accountId, profileId, expiresInDays, label, shows, from, to }: NewShareLink,
): StoredShareLink => {
  const secret = randomLinkSecret();
  const now = new Date();
  return {
    _id: `lnk_${uuidv7()}`,
    account_id: accountId,
    label: label ?? null,
    profile_id: profileId,
    shows: shows ? [...new Set(shows)] : SHOWN_KINDS,
    from: from ?? null,
    to: to ?? null,
    secret_hash: hashSecret(secret),
    sealed_secret: keys.seal('share-link', secret),
    created_at: now,
    expires_at: expiresInDays === null ? null : addSeconds(now, expiresInDays * DAY_SECONDS),
    view_count: 0,
    last_viewed_at: null,
  };
};

/** Those of an account's profiles that a link shares: none where the one that it was made for is deleted. */
export const sharedBy = (
  { profile_id }: StoredShareLink,
  profiles: readonly StoredProfile[],
): StoredProfile[] => profiles.filter(({ _id }) => profile_id === null || _id === profile_id);

/** The profile that a link opens with, the default one at first; undefined where it shares none. */
export const openingProfile = (shared: readonly StoredProfile[]): StoredProfile | undefined =>
  chooseProfile(shared, null) ?? shared[0];

/** What there is to tell of a link (`A.listed`); nobody can open it with that. */
export const describeShareLink = (link: StoredShareLink, keptBy = 0): Omit<ShareLink, 'url'> => ({
  id: link._id,
  label: link.label,
  profile_id: link.profile_id,
  shows: [...link.shows],
  from: link.from,
  to: link.to,
  created_at: link.created_at.toISOString(),
  expires_at: link.expires_at?.toISOString() ?? null,
  view_count: link.view_count,
  last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
  kept_by: keptBy,
});

/** A stored link as its owner sees it. */
export const presentShareLink = (
  keys: Keys,
  siteUrl: string,
  link: StoredShareLink,
  keptBy = 0,
): ShareLink => ({
  ...describeShareLink(link, keptBy),
  url: addressOf(keys, siteUrl, link),
});

/** Null where the key that the secret was sealed with is no longer in SECRET_KEY: the list is still of use then, to revoke by. */
const addressOf = (keys: Keys, siteUrl: string, { sealed_secret }: StoredShareLink): string | null => {
  try {
    return `${siteUrl}/r/${keys.open('share-link', sealed_secret)}`;
  } catch {
    return null;
  }
};
