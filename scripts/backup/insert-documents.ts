import { type Collection, type Db, type Document, type IndexDescription, MongoBulkWriteError } from 'mongodb';
import { inBatches } from 'shared/process/in-batches.ts';
import { RECORD_INDEXES } from 'shared/records/documents.ts';
import { IDEMPOTENCY_INDEXES } from 'shared/store/idempotency.ts';
import { isDuplicateKey } from 'shared/store/mongo.ts';

/** The largest record takes 0.3 MiB: a thousand of them exceed the image's heap. */
const WRITTEN_AT_ONCE = 100;

/**
 * Where a backup can hold two documents for one key: the first was deleted, and the second made, while the collection was read.
 * Elsewhere what is deleted leaves a tombstone, or its key is never used again; only an address can be, if its account was given
 * another one and somebody else began with it in that moment. No account may go for that: it is an error.
 */
const CAN_BE_TWICE: Record<string, IndexDescription[] | undefined> = {
  activity: RECORD_INDEXES.activity,
  sleep: RECORD_INDEXES.sleep,
  idempotency: IDEMPOTENCY_INDEXES.idempotency,
};

/**
 * Writes documents to an empty collection; of two for one key, the one that comes later. Returns how many it has then.
 * @throws Error, one line without content, where something else is there twice
 */
export const insertDocuments = async (
  db: Db,
  name: string,
  documents: Iterable<Document> | AsyncIterable<Document>,
): Promise<number> => {
  const collection = db.collection(name);
  const unique = CAN_BE_TWICE[name]?.find((index) => index.unique);
  // In a new database nothing would refuse the second, and the services could not make the index.
  if (unique) await collection.createIndexes([unique]);
  let count = 0;
  for await (const batch of inBatches(documents, WRITTEN_AT_ONCE))
    count += await insertBatch(collection, batch, unique);
  return count;
};

const insertBatch = async (
  collection: Collection,
  batch: Document[],
  unique: IndexDescription | undefined,
): Promise<number> => {
  try {
    await collection.insertMany(batch, { ordered: false });
    return batch.length;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
    // Its own words can hold somebody's address.
    if (!unique) throw new Error(`${collection.collectionName} holds twice what can be there once`);
    // One after the other, each instead of what has its key by now: that of this batch, too.
    const keyOf = (document: Document) =>
      Object.fromEntries(Object.keys(unique.key).map((field) => [field, document[field]]));
    const { insertedCount, deletedCount } = await collection.bulkWrite(
      batch.flatMap((document) => [{ deleteOne: { filter: keyOf(document) } }, { insertOne: { document } }]),
    );
    return error.insertedCount + insertedCount - deletedCount;
  }
};
