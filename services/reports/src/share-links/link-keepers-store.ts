import type { Db } from 'mongodb';
import { accountsOf } from 'shared/records/account.ts';
import { keptLinksOf } from './kept-link.ts';

/** A reader who keeps a link. */
export type Keeper = { email: string; since: Date };

export type LinkKeepersStore = ReturnType<typeof createLinkKeepersStore>;

/** Who keeps the links of an account: for its owner alone. */
export const createLinkKeepersStore = (db: Db) => {
  const kept = keptLinksOf(db);
  const accounts = accountsOf(db);

  return {
    /** How many readers keep each link of this account, by the link's id; what nobody keeps is absent. */
    count: async (ownerId: string): Promise<ReadonlyMap<string, number>> => {
      const counts = await kept
        .aggregate<{ _id: string; count: number }>([
          { $match: { owner_id: ownerId } },
          { $group: { _id: '$link_id', count: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },

    /** The readers of each link of this account, by the link's id, in the order in which they kept it. */
    all: async (ownerId: string): Promise<ReadonlyMap<string, Keeper[]>> => {
      const rows = await kept.find({ owner_id: ownerId }).sort({ _id: 1 }).toArray();
      if (rows.length === 0) return new Map();
      const readers = await accounts
        .find({ _id: { $in: rows.map(({ account_id }) => account_id) }, erasing: { $exists: false } })
        .project<{ _id: string; email: string }>({ email: 1 })
        .toArray();
      const addresses = new Map(readers.map(({ _id, email }) => [_id, email]));
      const keepers = rows.flatMap(({ account_id, link_id, kept_at }) => {
        const email = addresses.get(account_id);
        return email === undefined ? [] : { link_id, email, since: kept_at };
      });
      return Map.groupBy(keepers, ({ link_id }) => link_id);
    },

    /** Removes what anybody keeps of the links of an account that is erased; may run any number of times. */
    sweep: async (ownerId: string): Promise<void> => {
      await kept.deleteMany({ owner_id: ownerId });
    },
  };
};
