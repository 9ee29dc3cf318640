import type { Db } from 'mongodb';
import { ANNOUNCEMENTS_READ_MS, CACHES_BELIEVED_MS, REVOCATION_RETRIED_MS } from 'shared/deadlines.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { uuidv7 } from 'uuidv7';

/** That Redis could not be told of a revocation. Of which one matters to nobody. */
type Unannounced = { _id: string; at: Date };

/** One whose process died is removed when nothing is cached any more from before it. */
export const UNANNOUNCED_INDEXES: Indexes = {
  unannounced_revocations: [{ key: { at: 1 }, expireAfterSeconds: REVOCATION_RETRIED_MS / 1000 }],
};

export type UnannouncedStore = ReturnType<typeof createUnannouncedStore>;

/** The collection `unannounced_revocations`: while there is one, no cache is believed (docs/decisions/introspection.md). */
export const createUnannouncedStore = (db: Db) => {
  const unannounced = db.collection<Unannounced>('unannounced_revocations');
  let latest: { begunAt: number; isNone: Promise<boolean> } | undefined;

  const read = () => {
    const begunAt = performance.now();
    if (!latest || begunAt - latest.begunAt > ANNOUNCEMENTS_READ_MS) {
      const isNone = unannounced.findOne({}).then((found) => found === null);
      latest = { begunAt, isNone };
    }
    return latest;
  };

  return {
    /** Returns the id to remove it by. */
    add: async (): Promise<string> => {
      const _id = uuidv7();
      await unannounced.insertOne({ _id, at: new Date() });
      return _id;
    },

    remove: async (_id: string): Promise<void> => {
      await unannounced.deleteOne({ _id });
    },

    /** For how many ms what is cached may be believed, from before the call on: 0 where there is one, or where it cannot be read. */
    cachesHoldMs: async (): Promise<number> => {
      const { begunAt, isNone } = read();
      if (!(await isNone.catch(() => false))) return 0;
      return Math.max(0, CACHES_BELIEVED_MS - (performance.now() - begunAt));
    },
  };
};
