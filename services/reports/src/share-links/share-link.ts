import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { hashSecret, type Keys, randomSecret } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { ProfileDocument } from 'shared/records/documents.ts';
import { uuidv7 } from 'uuidv7';
import type { ShareLinkDocument } from './share-link-store.ts';

/** A link as it is stored. Its secret is kept as a hash, to find it by, and sealed, to list it with. */
export const newShareLink = (
  keys: Keys,
  {
    accountId,
    profileId,
    expiresInDays,
  }: { accountId: string; profileId: string | null; expiresInDays: number | null },
): ShareLinkDocument => {
  const secret = randomSecret();
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

/** Those of an account's profiles that a link shares: none where the one that it was made for is gone. */
export const sharedBy = (
  { profile_id }: ShareLinkDocument,
  profiles: readonly ProfileDocument[],
): ProfileDocument[] => profiles.filter(({ _id }) => profile_id === null || _id === profile_id);

/** What there is to tell of a link; nobody can open it with that. */
export const describeShareLink = (link: ShareLinkDocument): Omit<ShareLink, 'url'> => ({
  id: link._id,
  profile_id: link.profile_id,
  created_at: link.created_at.toISOString(),
  expires_at: link.expires_at?.toISOString() ?? null,
  view_count: link.view_count,
  last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
});

/** A stored link as its owner sees it. */
export const presentShareLink = (keys: Keys, siteUrl: string, link: ShareLinkDocument): ShareLink => ({
  ...describeShareLink(link),
  url: addressOf(keys, siteUrl, link),
});

/** Null where the key that the secret was sealed with is no longer in SECRET_KEY: the list is still of use then, to revoke by. */
const addressOf = (keys: Keys, siteUrl: string, { sealed_secret }: ShareLinkDocument): string | null => {
  try {
    return `${siteUrl}/r/${keys.open('share-link', sealed_secret)}`;
  } catch {
    return null;
  }
};
