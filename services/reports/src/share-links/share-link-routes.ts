import { createShareLink, listShareLinks, revokeShareLink } from 'shared/contract/operations/share-links.ts';
import { notFound } from 'shared/contract/problem.ts';
import type { Route } from 'shared/http/route.ts';
import type { Keys } from 'shared/process/keys.ts';
import { checkRange } from 'shared/records/check-range.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { LinkKeepersStore } from './link-keepers-store.ts';
import { newShareLink, presentShareLink, type StoredShareLink, sharedBy } from './share-link.ts';
import type { ShareLinkStore } from './share-link-store.ts';

export type ShareLinkParts = {
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  links: ShareLinkStore;
  keepers: LinkKeepersStore;
};

/** `GET /share-links`, `POST /share-links` and `DELETE /share-links/{id}`. */
export const shareLinkRoutes = (
  route: Route,
  idempotent: Idempotency,
  { keys, siteUrl, profiles, links, keepers }: ShareLinkParts,
): void => {
  const present = (link: StoredShareLink, keptBy = 0) => presentShareLink(keys, siteUrl, link, keptBy);

  route(listShareLinks, async ({ assistant }) => {
    const [active, all, keptBy] = await Promise.all([
      links.active(assistant.account.id, new Date()),
      profiles.all(assistant.account),
      keepers.count(assistant.account.id),
    ]);
    // A link that shares nothing any more answers 410, so it is not active.
    return {
      share_links: active
        .filter((link) => sharedBy(link, all).length > 0)
        .map((link) => present(link, keptBy.get(link._id))),
    };
  });

  route(createShareLink, (call) =>
    idempotent.create(call, async (transaction) => {
      const { account } = call.assistant;
      const { profile_id, expires_in_days, ...limited } = call.body;
      if (limited.from && limited.to) checkRange(limited.from, limited.to);
      const profile = await profiles.resolve(account, profile_id);
      const link = newShareLink(keys, {
        accountId: account.id,
        profileId: profile_id ? profile._id : null,
        expiresInDays: expires_in_days ?? null,
        ...limited,
      });
      await links.add(link, transaction);
      return present(link);
    }),
  );

  route(revokeShareLink, async ({ assistant, params: { id } }) => {
    if (!(await links.revoke(assistant.account.id, id, new Date()))) throw notFound();
    return { revoked: true as const, id };
  });
};
