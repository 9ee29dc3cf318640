import { type Document, deserialize, serialize } from 'bson';
import type { Command } from './command.ts';
import type { Query } from './postgres-connection.ts';

/** What a MongoDB server says about a duplicate key. The values are in `keyValue` alone: messages get logged. */
export type DuplicateKey = { errmsg: string; keyPattern?: Document; keyValue?: Document };

type Index = { name: string; keyPattern: Document };

/** From the name of the index, as DocumentDB gives it, and the document that was refused, where it is known. */
export const duplicateKeyOfIndex = async (
  command: Command,
  query: Query,
  indexName: string,
  document: Document | undefined,
): Promise<DuplicateKey> => {
  const index = await findIndex(command, query, 'AND (index_spec).index_name = $3', indexName);
  return describe(command, index, document);
};

/** From the constraint that PostgreSQL names, and the detail of its error, which quotes the document. */
export const duplicateKeyOfConstraint = async (
  command: Command,
  query: Query,
  constraint: string,
  detail: string,
): Promise<DuplicateKey> => {
  const id = /^documents_rum_index_(\d+)$/.exec(constraint)?.[1];
  const index = id
    ? await findIndex(command, query, 'AND index_id = $3::integer', id)
    : { name: '_id_', keyPattern: { _id: 1 } };
  return describe(command, index, quotedDocument(detail));
};

/**
 * The document that the update statement would have made, had the index allowed it; known only where the statement, run
 * again and undone, is refused again.
 */
export const documentRefusedIn = async (
  command: Command,
  query: Query,
  { q, u, multi: _, ...options }: Document,
): Promise<Document | undefined> => {
  const findAndModify = { findAndModify: command.body[command.name], query: q, update: u, ...options };
  const [detail] = await query('SELECT wire_gateway.refused_key($1, $2)', [
    command.database,
    serialize(findAndModify),
  ]);
  return quotedDocument(detail?.toString());
};

/** `Key (…)=(BSON of the document, …) conflicts …`, or `Key (…)=(shard, BSON {"": the _id}) already exists.` */
const quotedDocument = (detail = ''): Document | undefined => {
  const bson = /\)=\((?:-?\d+, )?BSONHEX([0-9a-f]+)/.exec(detail)?.[1];
  if (!bson) return undefined;
  const document = deserialize(Buffer.from(bson, 'hex'), { promoteValues: false });
  return '' in document ? { _id: document[''] } : document;
};

const findIndex = async (command: Command, query: Query, condition: string, value: string) => {
  const [name, keyPattern] = await query(
    `SELECT (index_spec).index_name, (index_spec).index_key
     FROM documentdb_api_catalog.collection_indexes JOIN documentdb_api_catalog.collections USING (collection_id)
     WHERE database_name = $1 AND collection_name = $2 ${condition}`,
    [command.database, command.body[command.name], value],
  );
  return keyPattern ? ({ name, keyPattern: deserialize(keyPattern as Buffer) } as Index) : undefined;
};

const describe = (
  command: Command,
  index: Index | undefined,
  document: Document | undefined,
): DuplicateKey => {
  const namespace = `${command.database}.${command.body[command.name]}`;
  if (!index) return { errmsg: `E11000 duplicate key error collection: ${namespace}` };
  const { name, keyPattern } = index;
  const entries = Object.keys(keyPattern).map((path) => [path, valueAt(document, path.split('.')) ?? null]);
  return {
    errmsg: `E11000 duplicate key error collection: ${namespace} index: ${name}`,
    keyPattern,
    ...(document && { keyValue: Object.fromEntries(entries) }),
  };
};

const valueAt = (value: unknown, [field, ...rest]: string[]): unknown => {
  if (field === undefined) return value;
  if (Array.isArray(value) && !(field in value)) return value.map((each) => valueAt(each, [field, ...rest]));
  return valueAt((value as Document | undefined)?.[field], rest);
};
