import type { Collection, Db, Document } from 'mongodb';
import { inBatches } from 'shared/service/in-batches.ts';
import { TOMBSTONES, tombstoneId } from 'shared/service/tombstones.ts';
import { LEFT_OUT } from './left-out.ts';

type Identified = { _id: string; grant?: unknown };

const IDS_AT_ONCE = 1000;

/** Those that a tombstone can be for. */
const ENDING = ['accounts', 'profiles', 'connections', 'share_links'];

/**
 * Takes out of a database that was brought back by other means what has ended since, with all that belongs to it, and what no
 * restore brings back. May be run again. Gives how many ended.
 */
export const takeOut = async (db: Db, tombstones: readonly Document[]): Promise<number> => {
  for (const tombstone of tombstones)
    await db
      .collection(TOMBSTONES)
      .updateOne({ _id: tombstone._id }, { $setOnInsert: { at: tombstone.at } }, { upsert: true });
  for (const name of LEFT_OUT) await db.collection(name).deleteMany({});

  const known = new Set(tombstones.map(({ _id }) => _id));
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  let ended = 0;
  for (const ending of ENDING)
    for await (const ids of inBatches(endedIn(db.collection(ending), known), IDS_AT_ONCE)) {
      ended += ids.length;
      for (const name of names)
        for (const field of ['account_id', 'profile_id', '_id'])
          await db.collection(name).deleteMany({ [field]: { $in: ids } });
    }
  return ended;
};

/** The ids of what has ended; an OAuth grant has with its tokens. */
async function* endedIn(all: Collection<Identified>, known: ReadonlySet<unknown>): AsyncGenerator<string> {
  for await (const { _id, grant } of all.find({}, { projection: { _id: 1, grant: 1 } }))
    if (grant !== undefined || known.has(tombstoneId(_id))) yield _id;
}
