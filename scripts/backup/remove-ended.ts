import type { Collection, Db, Document } from 'mongodb';
import { inBatches } from 'shared/process/in-batches.ts';
import { TOMBSTONES, tombstoneId } from 'shared/store/tombstones.ts';
import { EXCLUDED_COLLECTIONS } from './excluded-collections.ts';
import { giveDefaults } from './give-defaults.ts';

type Ending = { _id: string; account_id?: string; grant?: unknown };

const AT_ONCE = 1000;

/** The collections of what a tombstone can stand for, each with a filter for what belongs to it, as the indexes find it. */
const BELONGING: Record<string, ((ended: Ending[]) => Document) | undefined> = {
  accounts: (ended) => ({ account_id: { $in: ended.map(({ _id }) => _id) } }),
  profiles: (ended) => ({
    account_id: { $in: ended.map(({ account_id }) => account_id) },
    profile_id: { $in: ended.map(({ _id }) => _id) },
  }),
  connections: undefined,
  share_links: undefined,
};

/**
 * Removes from a database that was brought back by other means what has ended since, with all that belongs to it, and what no
 * restore brings back. May be run again. Returns how many ended.
 */
export const removeEnded = async (db: Db, tombstones: readonly Document[]): Promise<number> => {
  for await (const batch of inBatches(tombstones, AT_ONCE))
    await db.collection(TOMBSTONES).bulkWrite(
      batch.map(({ _id, at }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { at } }, upsert: true },
      })),
      { ordered: false },
    );
  for (const name of EXCLUDED_COLLECTIONS) await db.collection(name).deleteMany({});

  const known = new Set(tombstones.map(({ _id }) => _id));
  const collections = await db.collections();
  let count = 0;
  for (const [ending, belongingTo] of Object.entries(BELONGING)) {
    const collection = db.collection<Ending>(ending);
    for await (const ended of inBatches(endedIn(collection, known), AT_ONCE)) {
      count += ended.length;
      if (belongingTo) for (const each of collections) await each.deleteMany(belongingTo(ended));
      await collection.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } });
    }
  }
  await giveDefaults(db, known);
  return count;
};

/** What has ended, and all OAuth grants, because their tokens have. */
async function* endedIn(collection: Collection<Ending>, known: ReadonlySet<unknown>): AsyncGenerator<Ending> {
  for await (const each of collection.find({}, { projection: { account_id: 1, grant: 1 } }))
    if (each.grant !== undefined || known.has(tombstoneId(each._id))) yield each;
}
