import { LRUCache } from 'lru-cache';
import type { Command, Handler } from './command.ts';
import { CommandError } from './command-error.ts';

/** Where the reading of a result goes on. */
type Cursor = {
  database: string;
  continuation: Buffer;
  /** The session of the transaction that opened it; its rows are seen there alone. */
  transaction: string | undefined;
};

/** The open cursors by their ids: when there are too many, the least recently used one goes. */
export type Cursors = LRUCache<string, Cursor>;

const MAX_CURSORS = 1_000;

/** For cursors that are read from within `idleMs`. The engine keeps the rest of their rows in files, which it removes by itself. */
export const createCursors = (idleMs: number): Cursors => new LRUCache({ max: MAX_CURSORS, ttl: idleMs });

/** The commands that read documents. */
export const readCommands = (cursors: Cursors): Record<string, Handler> => {
  /** A command whose first page the engine gives, with what it needs to go on. */
  const opens = (firstPage: string): Handler => {
    const text = `SELECT cursorpage, continuation, cursorid FROM documentdb_api.${firstPage}($1, $2)`;
    return async (command, query) => {
      const row = await query(text, [command.database, command.bson]);
      const [page, continuation, id] = row as [Buffer, Buffer | null, string];
      if (continuation) cursors.set(id, cursorOf(command, continuation));
      return page;
    };
  };

  const getMore: Handler = async (command, query) => {
    const id = String(command.body.getMore);
    const cursor = cursors.get(id);
    if (cursor?.transaction !== transactionOf(command) || cursor?.database !== command.database)
      throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    const row = await query(
      'SELECT cursorpage, continuation FROM documentdb_api.cursor_get_more($1, $2, $3)',
      [command.database, command.bson, cursor.continuation],
    );
    const [page, continuation] = row as [Buffer, Buffer | null];
    if (continuation) cursors.set(id, cursorOf(command, continuation));
    else cursors.delete(id);
    return page;
  };

  const killCursors: Handler = async ({ body }, query) => {
    const ids: bigint[] = body.cursors;
    const killed = ids.filter((id) => cursors.delete(String(id)));
    await query('SELECT documentdb_api_internal.delete_cursors($1::bigint[])', [killed]);
    return {
      cursorsKilled: killed,
      cursorsNotFound: ids.filter((id) => !killed.includes(id)),
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  };

  return {
    find: opens('find_cursor_first_page'),
    aggregate: opens('aggregate_cursor_first_page'),
    listCollections: opens('list_collections_cursor_first_page'),
    listIndexes: opens('list_indexes_cursor_first_page'),
    getMore,
    killCursors,
    count: answersAtOnce('count_query'),
    distinct: answersAtOnce('distinct_query'),
  };
};

const answersAtOnce = (name: string): Handler => {
  const text = `SELECT document FROM documentdb_api.${name}($1, $2)`;
  return async ({ database, bson }, query) => {
    const [document] = await query(text, [database, bson]);
    return document as Buffer;
  };
};

const transactionOf = ({ inTransaction, session }: Command) => (inTransaction ? session : undefined);

const cursorOf = (command: Command, continuation: Buffer) => ({
  database: command.database,
  continuation,
  transaction: transactionOf(command),
});
