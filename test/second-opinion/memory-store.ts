import { isDeepStrictEqual } from 'node:util';
import { aggregate, Context, Query, updateMany, updateOne } from 'mingo';
import { BSON, type Document } from 'mongodb';
import { comparable } from './comparable.ts';

type Counted = { n: number; nModified: number };

/** What mingo has not. Its type asks for a function that is an operator of every name at once. */
const BSON_SIZE = Context.init().addExpressionOps({
  $bsonSize: (document: Document) => BSON.calculateObjectSize(document),
} as never);

const hasOperators = (value: unknown): boolean =>
  Object.keys(Object(value)).some((name) => name.startsWith('$'));

/** What a filter says that a document made by it holds. */
const equalitiesOf = (filter: Document): Document =>
  Object.fromEntries(
    Object.entries(filter).filter(([name, value]) => !/^\$|\./.test(name) && !hasOperators(value)),
  );

const copyOf = (document: Document): Document => BSON.deserialize(BSON.serialize(document));
const copy = (documents: readonly Document[]): Document[] => documents.map(copyOf);

export type MemoryStore = ReturnType<typeof createMemoryStore>;

/** Collections in memory, in which mingo finds and changes documents: each begins as `collectionOf` has it. */
export const createMemoryStore = (collectionOf: (name: string) => readonly Document[]) => {
  const collections = new Map<string, Document[]>();
  const all = (name: string): Document[] => {
    const known = collections.get(name) ?? copy(collectionOf(name));
    collections.set(name, known);
    return known;
  };
  const options = { collectionResolver: all, context: BSON_SIZE };
  const matching = (name: string, filter: Document): Document[] => {
    const query = new Query(filter, options);
    return all(name).filter((document) => query.test(document));
  };

  const find = (name: string, { filter = {}, sort, skip = 0, limit = 0, projection = {} }: Document) => {
    const cursor = new Query(filter, options).find<Document>(all(name), projection);
    if (sort) cursor.sort(sort);
    cursor.skip(skip);
    if (limit) cursor.limit(Math.abs(limit));
    return copy(cursor.all());
  };

  const remove = (name: string, { q, limit }: Document): number => {
    const found = matching(name, q);
    const going = new Set(limit ? found.slice(0, limit) : found);
    collections.set(
      name,
      all(name).filter((document) => !going.has(document)),
    );
    return going.size;
  };

  const replace = (name: string, { q, u, upsert }: Document): Counted => {
    const [before] = matching(name, q);
    if (!before) {
      if (upsert) all(name).push({ ...copyOf(equalitiesOf(q)), ...copyOf(u) });
      return { n: upsert ? 1 : 0, nModified: 0 };
    }
    const after = { _id: before._id, ...copyOf(u) };
    all(name)[all(name).indexOf(before)] = after;
    return { n: 1, nModified: isDeepStrictEqual(comparable(before), comparable(after)) ? 0 : 1 };
  };

  /** What mingo does not know of a statement is done here: replacements, and documents that a statement makes. */
  const update = (name: string, statement: Document): Counted => {
    const { q, u, multi, upsert, arrayFilters } = statement;
    if (!Array.isArray(u) && !hasOperators(u)) return replace(name, statement);
    const { $setOnInsert, ...change } = u;
    const found = matching(name, q);
    if (upsert && found.length === 0) {
      const made = [copyOf(equalitiesOf(q))];
      updateOne(made, {}, { ...change, $set: { ...change.$set, ...$setOnInsert } }, { cloneMode: 'deep' });
      all(name).push(...made);
      return { n: 1, nModified: 0 };
    }
    if (!Array.isArray(u) && !hasOperators(change)) return { n: found.length, nModified: 0 };
    const { matchedCount: n, modifiedCount: nModified } = (multi ? updateMany : updateOne)(
      all(name),
      q,
      Array.isArray(u) ? u : change,
      { cloneMode: 'deep', ...(arrayFilters && { arrayFilters }) },
      options,
    );
    return { n, nModified };
  };

  return {
    find,
    /** The values of a member, each once. */
    distinct: (name: string, { key, query = {} }: Document): unknown[] => [
      ...new Set(find(name, { filter: query }).map((document) => document[key])),
    ],
    remove,
    update,
    insert: (name: string, documents: readonly Document[]): number => {
      all(name).push(...copy(documents));
      return documents.length;
    },
    aggregate: (name: string, pipeline: Document[]): Document[] =>
      copy(aggregate(copy(all(name)), pipeline, options)),
    /** Finds one document, and changes or removes it. Returns it as it was, or with `new` as it is. */
    findAndModify: (
      name: string,
      { query = {}, sort, update: u, remove: isRemoval, upsert, new: isNew }: Document,
    ) => {
      const [found] = find(name, { filter: query, sort, limit: 1 });
      const q = found ? { _id: found._id } : query;
      if (isRemoval) {
        if (found) remove(name, { q, limit: 1 });
        return found ?? null;
      }
      const { n } = update(name, { q, u, upsert });
      return (isNew && n > 0 ? find(name, { filter: q })[0] : found) ?? null;
    },
    /** Those that were used. */
    collections,
    all,
  };
};
