import type { Collection, Db, Document } from 'mongodb';
import { RECORD_COLLECTIONS } from 'shared/contract/kinds.ts';
import { inBatches } from 'shared/process/in-batches.ts';
import { TOMBSTONES, tombstoneId } from 'shared/store/tombstones.ts';
import { EXCLUDED_COLLECTIONS } from './excluded-collections.ts';
import { giveDefaults } from './give-defaults.ts';

/** Something that has ended: `id` is what its tombstone stands for. */
type Ending = { id: string; account_id: string | undefined };

const AT_ONCE = 1000;

const idsOf = (ended: Ending[]) => ({ $in: ended.map(({ id }) => id) });

/** What belongs to these accounts, profiles or records, as the indexes find it. */
const ofAccounts = (ended: Ending[]) => ({
  $or: [{ account_id: idsOf(ended) }, { owner_id: idsOf(ended) }],
});
const ofAccountsOf = (ended: Ending[]) => ({
  account_id: { $in: ended.map(({ account_id }) => account_id) },
});
const ofProfiles = (ended: Ending[]) => ({ ...ofAccountsOf(ended), profile_id: idsOf(ended) });
const ofRecords = (ended: Ending[]) => ({
  ...ofAccountsOf(ended),
  $or: [{ record_id: idsOf(ended) }, { record_ids: idsOf(ended) }],
});

type EndingKind = {
  collection: string;
  /** The field that has the id; of a record that was deleted before, only its versions may be left. */
  id: '_id' | 'record_id';
  belonging?: (ended: Ending[]) => Document;
};

/** Where there is what a tombstone can stand for. */
const ENDING_KINDS: readonly EndingKind[] = [
  { collection: 'accounts', id: '_id', belonging: ofAccounts },
  { collection: 'profiles', id: '_id', belonging: ofProfiles },
  ...RECORD_COLLECTIONS.map((collection) => ({
    collection,
    id: '_id' as const,
    belonging: ofRecords,
  })),
  { collection: 'versions', id: 'record_id', belonging: ofRecords },
  { collection: 'connections', id: '_id' },
  { collection: 'share_links', id: '_id' },
  { collection: 'kept_links', id: '_id' },
];

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
  const found = new Set<string>();
  for (const { collection, id, belonging } of ENDING_KINDS) {
    for await (const ended of inBatches(endedIn(db.collection(collection), id, known), AT_ONCE)) {
      for (const each of ended) found.add(each.id);
      if (belonging) for (const each of collections) await each.deleteMany(belonging(ended));
      await db.collection(collection).deleteMany({ [id]: idsOf(ended) });
    }
  }
  await giveDefaults(db, known);
  return found.size;
};

/** What has ended, and all OAuth grants, because their tokens have. */
async function* endedIn(
  collection: Collection,
  id: '_id' | 'record_id',
  known: ReadonlySet<unknown>,
): AsyncGenerator<Ending> {
  for await (const each of collection.find({}, { projection: { [id]: 1, account_id: 1, grant: 1 } }))
    if (each.grant !== undefined || known.has(tombstoneId(String(each[id]))))
      yield { id: each[id], account_id: each.account_id };
}
