import { Long } from 'bson';
import type { Command, Handler } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Cursors } from './cursors.ts';
import type { Query, Row } from './engine.ts';

/** The commands that read documents. */
export function readCommands(cursors: Cursors): Record<string, Handler> {
  /** A command whose first page the engine gives, with what it needs to go on. */
  const opens =
    (firstPage: string): Handler =>
    async (command, query) => {
      const row = await query(
        `SELECT cursorpage, continuation, cursorid FROM documentdb_api.${firstPage}($1, $2)`,
        [command.database, command.bson],
      );
      const [page, continuation, id] = row as [Buffer, Buffer | null, string];
      if (continuation) cursors.keep(id, cursorOf(command, continuation));
      return page;
    };

  const getMore: Handler = async (command, query) => {
    const id = String(command.body.getMore);
    const cursor = cursors.get(id);
    if (cursor?.transaction !== transactionOf(command) || cursor?.database !== command.database)
      throw notFound(id);
    const [page, continuation] = await nextPage(command, query, cursor.continuation);
    if (continuation) cursors.keep(id, cursorOf(command, continuation));
    else cursors.forget(id);
    return page;
  };

  const killCursors: Handler = async ({ body }, query) => {
    const ids = (body.cursors as bigint[]).map(String);
    const killed = ids.filter((id) => cursors.forget(id));
    await query('SELECT documentdb_api_internal.delete_cursors($1::bigint[])', [killed]);
    const longs = (list: string[]) => list.map((id) => Long.fromString(id));
    const notFound = ids.filter((id) => !killed.includes(id));
    return {
      cursorsKilled: longs(killed),
      cursorsNotFound: longs(notFound),
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
}

const answersAtOnce =
  (name: string): Handler =>
  async ({ database, bson }, query) =>
    first(await query(`SELECT document FROM documentdb_api.${name}($1, $2)`, [database, bson]));

const first = ([document]: Row) => document as Buffer;

async function nextPage(
  command: Command,
  query: Query,
  continuation: Buffer,
): Promise<[Buffer, Buffer | null]> {
  const row = await query('SELECT cursorpage, continuation FROM documentdb_api.cursor_get_more($1, $2, $3)', [
    command.database,
    command.bson,
    continuation,
  ]);
  return row as [Buffer, Buffer | null];
}

const transactionOf = ({ inTransaction, session }: Command) => (inTransaction ? session : undefined);

const cursorOf = (command: Command, continuation: Buffer) => ({
  database: command.database,
  continuation,
  transaction: transactionOf(command),
});

const notFound = (id: string) => new CommandError('CursorNotFound', `cursor id ${id} not found`);
