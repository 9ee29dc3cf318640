import type { exportedShareLink } from 'shared/service/export-parts.ts';
import type { z } from 'zod';
import type { ShareLinkStore } from './share-link-store.ts';

/** The links of an account for the download of everything, those that have ended too; nobody can open one with it. */
export const exportShareLinks = (links: ShareLinkStore) =>
  async function* (accountId: string): AsyncGenerator<z.input<typeof exportedShareLink>> {
    for (const link of await links.all(accountId))
      yield {
        id: link._id,
        profile_id: link.profile_id,
        created_at: link.created_at.toISOString(),
        expires_at: link.expires_at?.toISOString() ?? null,
        view_count: link.view_count,
        last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
      };
  };
