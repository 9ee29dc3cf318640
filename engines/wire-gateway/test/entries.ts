import type { Collection, Db, Document } from 'mongodb';

export type Entry = Document & { _id: number | string };

/** Makes a function that puts documents into a new collection at each call; `database` is called only then. */
export const filling = (database: () => Db) => {
  let collections = 0;
  return async (documents: Entry[] = []): Promise<Collection<Entry>> => {
    collections += 1;
    const collection = database().collection<Entry>(`entries_${collections}`);
    if (documents.length > 0) await collection.insertMany(documents);
    return collection;
  };
};

/** Documents numbered from 0, with additional `fields`. */
export const numbered = (count: number, fields = (_: number): Document => ({})) =>
  Array.from({ length: count }, (_, number) => ({ _id: number, number, ...fields(number) }));
