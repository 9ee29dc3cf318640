import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { hashSecret, type Keys, randomLinkSecret } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { uuidv7 } from 'uuidv7';

/** A link to the reports of one profile, or of every profile of the account where `profile_id` is null. */
export type StoredShareLink = {
  _id: string;
  account_id: string;
  profile_id: string | null;
  /** The SHA-256 of the secret, by which the link is found. */
  secret_hash: string;
  /** The secret as authenticated ciphertext, for the list alone. */
  sealed_secret: string;
  created_at: Date;
  /** When it ends; null where it does not. A revoked link ended when it was revoked. */
  expires_at: Date | null;
  view_count: number;
  last_viewed_at: Date | null;
};

/** A link as it is stored. Its secret is kept as a hash, to find it by, and sealed, to list it with. */
export const newShareLink = (
  keys: Keys,
  {
    accountId,
    profileId,
    expiresInDays,
  }: { accountId: string; profileId: string | null; expiresInDays: number | null },
): StoredShareLink => {
  const secret = randomLinkSecret();
  const now = new Date();
  return {
    _id: `lnk_${uuidv7()}`,
    account_id: accountId,
    profile_id: profileId,
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

/** What there is to tell of a link (`A.listed`); nobody can open it with that. */
export const describeShareLink = (link: StoredShareLink): Omit<ShareLink, 'url'> => ({
  id: link._id,
  profile_id: link.profile_id,
  created_at: link.created_at.toISOString(),
  expires_at: link.expires_at?.toISOString() ?? null,
  view_count: link.view_count,
  last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
});

/** A stored link as its owner sees it. */
export const presentShareLink = (keys: Keys, siteUrl: string, link: StoredShareLink): ShareLink => ({
  ...describeShareLink(link),
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
