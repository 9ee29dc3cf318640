import type { Log } from 'shared/observe/log.ts';
import type { StoredShareLink } from './share-link.ts';
import type { LinkKey, ShareLinkStore } from './share-link-store.ts';

type Views = { link: LinkKey; count: number; last: Date };

const RETRY_MS = 1000;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts the views of links without a page waiting for it: one write at a time, and views that come meanwhile are added up for
 * the next. No page is shown while the database is down, so only views of the last moments can be waiting.
 */
export const createViewCounter = (links: Pick<ShareLinkStore, 'addViews'>, log: Log) => {
  const waiting = new Map<string, Views>();
  let writing: Promise<void> | undefined;

  const put = ({ link, count, last }: Views): void => {
    const other = waiting.get(link._id);
    waiting.set(link._id, {
      link,
      count: count + (other?.count ?? 0),
      last: other && other.last > last ? other.last : last,
    });
  };

  const writeAll = async (): Promise<void> => {
    try {
      for (const [id, views] of waiting) {
        waiting.delete(id);
        await links.addViews(views.link, views).catch((error) => {
          put(views);
          throw error;
        });
      }
    } finally {
      writing = undefined;
    }
  };

  const start = (): void => {
    if (waiting.size === 0) return;
    writing ??= writeAll().catch((err) => {
      log.warn({ err }, 'views could not be counted yet');
      setTimeout(start, RETRY_MS).unref();
    });
  };

  return {
    /** Counts a view of this link that was answered now. */
    add: ({ _id, account_id, secret_hash }: StoredShareLink): void => {
      put({ link: { _id, account_id, secret_hash }, count: 1, last: new Date() });
      start();
    },

    /** Resolves once every view that was counted is stored; rejects where one cannot be. */
    finish: async (): Promise<void> => {
      await writing;
      await writeAll();
    },
  };
};
