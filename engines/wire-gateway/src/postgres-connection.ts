import pg from 'pg';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';
import { postgresAddress } from './postgres-address.ts';

/** A row's columns: BSON as bytes, the rest as text. */
export type Row = (Buffer | string | null)[];

/**
 * Runs one SQL statement with its `$1…` values and returns its first row. Each connection prepares a text once.
 * @throws pg.DatabaseError what PostgreSQL says of the statement
 * @throws CommandError when PostgreSQL is down or busy; what the statement did is then unknown
 */
export type Query = (text: string, values?: unknown[]) => Promise<Row>;

/** How long a command waits for a connection, or for a document that a transaction has written to. */
export const WAIT_LIMIT_MS = 5_000;
/** The limit of a statement whose command states no `maxTimeMS`. */
const STATEMENT_LIMIT_MS = 60_000;

const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_LIMIT_MS,
  lock_timeout: WAIT_LIMIT_MS,
  // Deadlocks end the statement, which is then run again, instead of showing as the error of one write in it.
  deadlock_timeout: '100ms',
  'documentdb.throwDeadlockOnCRUD': 'on',
  // A statement ends soon after this process has died.
  client_connection_check_interval: '1s',
  // The cost of a BSON query is estimated far too high: compilers and workers would start for a millisecond's work.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // PostgreSQL's errors quote documents, which belong in no log.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  client_min_messages: 'error',
};

/** How every connection to PostgreSQL is made. */
export const connectionOptions = (config: Config): pg.ClientConfig => {
  const settings = {
    ...SESSION_SETTINGS,
    idle_in_transaction_session_timeout: config.TRANSACTION_IDLE_MS,
  };
  return {
    ...postgresAddress(config.PG_SOCKET_DIR),
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // PostgreSQL keeps to its own limit; these are for a frozen one.
    query_timeout: STATEMENT_LIMIT_MS + 5_000,
    connectionTimeoutMillis: STATEMENT_LIMIT_MS,
    types: { getTypeParser: () => parseColumn },
  };
};

/** The type `bson` is written as `BSONHEX` and its bytes in hexadecimal. */
const parseColumn = (text: string) =>
  text.startsWith('BSONHEX') ? Buffer.from(text.slice('BSONHEX'.length), 'hex') : text;

/** Runs a statement on a connection, as `Query` says. */
export const runStatement = async (client: pg.ClientBase, text: string, values?: unknown[]): Promise<Row> => {
  try {
    const { rows } = await client.query<Row>(prepared(text), values);
    return rows[0] ?? [];
  } catch (error) {
    throw toClientError(error);
  }
};

type Prepared = { name: string; text: string; rowMode: 'array' };

const statements = new Map<string, Prepared>();

/** The statement under the name by which connections know it. The texts are few: values are never part of them. */
const prepared = (text: string): Prepared => {
  const known = statements.get(text);
  if (known) return known;
  const statement = { name: `statement_${statements.size}`, text, rowMode: 'array' } as const;
  statements.set(text, statement);
  return statement;
};

/** The error that a caller gets: that of its statement, or that the connection broke. */
export const toClientError = (error: unknown): Error => {
  const ofStatement = error instanceof pg.DatabaseError && !endsConnection(error);
  return ofStatement ? error : engineAway();
};

const endsConnection = ({ severity, code = '' }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || code.startsWith('57P');

/** To a driver the engine then is a MongoDB server that restarts: it looks for one that runs, and retries what may be retried. */
export const engineAway = () =>
  new CommandError('ShutdownInProgress', 'the database engine cannot be reached');
