import { type Document, deserialize } from 'bson';
import type { Command, Handler } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Query } from './postgres-connection.ts';

const document = async (query: Query, call: string, values: unknown[]): Promise<Buffer> => {
  const [result] = await query(`SELECT ${call}`, values);
  return result as Buffer;
};

const drop = async ({ database, body }: Command, query: Query): Promise<Document> => {
  await query('SELECT documentdb_api.drop_collection($1, $2)', [database, body.drop]);
  return { ns: `${database}.${body.drop}` };
};

const dropDatabase = async ({ database }: Command, query: Query): Promise<Document> => {
  await query('SELECT documentdb_api.drop_database($1)', [database]);
  return { dropped: database };
};

/** The engine answers as a cluster does, shard by shard. */
const ofOneShard = (result: Buffer): Document => {
  const { raw, ...reply } = deserialize(result);
  const shard = raw?.defaultShard ?? reply;
  if (!shard.ok) throw new CommandError('CannotCreateIndex', shard.errmsg);
  return shard;
};

/** Builds in the foreground, so that a unique index holds when the command has answered. */
const createIndexes = async ({ database, body, bson }: Command, query: Query): Promise<Document> => {
  await query('SELECT documentdb_api.create_collection($1, $2)', [database, body.createIndexes]);
  const [result] = await query(
    'SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2, true)',
    [database, bson],
  );
  return ofOneShard(result as Buffer);
};

const dropIndexes = async ({ database, bson }: Command, query: Query): Promise<Document> => {
  const [result] = await query('CALL documentdb_api.drop_indexes($1, $2)', [database, bson]);
  return ofOneShard(result as Buffer);
};

/** Makes the engine plan again, with what it then knows of the collection. */
const planCacheClear = async ({ database, body }: Command, query: Query): Promise<Document> => {
  await query('SELECT wire_gateway.analyze($1, $2)', [database, body.planCacheClear]);
  return {};
};

/** The commands on databases, collections and indexes. The engine refuses capped and time series collections itself. */
export const collectionCommands: Record<string, Handler> = {
  create: ({ database, bson }, query) =>
    document(query, 'documentdb_api.create_collection_view($1, $2)', [database, bson]),
  collMod: ({ database, body, bson }, query) =>
    document(query, 'documentdb_api.coll_mod($1, $2, $3)', [database, body.collMod, bson]),
  drop,
  dropDatabase,
  createIndexes,
  dropIndexes,
  planCacheClear,
  listDatabases: ({ bson }, query) => document(query, 'documentdb_api.list_databases($1)', [bson]),
  collStats: ({ database, body }, query) =>
    document(query, 'documentdb_api.coll_stats($1, $2)', [database, body.collStats]),
  dbStats: ({ database }, query) => document(query, 'documentdb_api.db_stats($1)', [database]),
};
