import pg from 'pg';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';
import { createMonitor } from './monitor.ts';
import { FORGET_OLD_WRITES } from './schema.ts';

/** A row's columns: BSON as bytes, the rest as text. */
export type Row = (Buffer | string | null)[];

/**
 * Runs one SQL statement with its `$1…` values and gives its first row. Each connection prepares a text once.
 * @throws pg.DatabaseError what PostgreSQL says of the statement
 * @throws CommandError when PostgreSQL is away or busy; what the statement did is then unknown
 */
export type Query = (text: string, values?: unknown[]) => Promise<Row>;

/** A connection for one transaction. Whoever holds it releases it, `reusable` when nothing is open on it any more. */
export type HeldConnection = { query: Query; release: (reusable: boolean) => void };

export type Engine = {
  /** On any connection, as a transaction of its own. */
  query: Query;
  /** `onLost` is called when the connection ends by itself, which releases it. */
  hold: (onLost: () => void) => Promise<HeldConnection>;
  /** Resolves when PostgreSQL answers, which a frozen one never does, and rejects when it is away. */
  answers: () => Promise<void>;
  close: () => Promise<void>;
};

// Two pools: however many transactions hold or await a connection, the commands outside of them find one.
const MAX_CONNECTIONS = 8;
const MAX_TRANSACTIONS = 24;
const MAX_WAITING = 1_000;
/** How long a command waits for a connection, or for a document that a transaction has written to. */
const WAIT_LIMIT_MS = 5_000;
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

/** The PostgreSQL that holds the data. Connections are made when first needed, and made again when it comes back. */
export function openEngine(config: Config): Engine {
  const pool = createPool(config, MAX_CONNECTIONS);
  const transactionPool = createPool(config, MAX_TRANSACTIONS);
  const monitor = createMonitor(config, connectionOptions(config));

  const query: Query = async (text, values) => {
    const client = await take(pool);
    let reusable = false;
    try {
      const row = await run(client, text, values);
      reusable = true;
      return row;
    } catch (error) {
      reusable = error instanceof pg.DatabaseError;
      throw error;
    } finally {
      client.release(!reusable);
    }
  };
  const cleaning = setInterval(() => query(FORGET_OLD_WRITES).catch(() => {}), 60_000);

  return {
    query,
    hold: async (onLost) => hold(await take(transactionPool), onLost),
    answers: () =>
      monitor.answers().catch((error) => {
        throw told(error);
      }),
    async close() {
      clearInterval(cleaning);
      await Promise.all([pool.end(), transactionPool.end(), monitor.close()]);
    },
  };
}

function hold(client: pg.PoolClient, onLost: () => void): HeldConnection {
  let held = true;
  const release = (reusable: boolean) => {
    if (!held) return;
    held = false;
    client.off('error', lose);
    client.release(!reusable);
  };
  const lose = () => {
    release(false);
    onLost();
  };
  client.on('error', lose);
  return { query: (text, values) => run(client, text, values), release };
}

function createPool(config: Config, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(config),
    max,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    idleTimeoutMillis: 60_000,
  });
  // A connection that ends is told by the statement that runs on it, and else is of no interest.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function connectionOptions(config: Config): pg.ClientConfig {
  const settings = {
    ...SESSION_SETTINGS,
    idle_in_transaction_session_timeout: config.TRANSACTION_IDLE_MS,
  };
  return {
    host: config.PG_SOCKET_DIR,
    port: config.PG_PORT,
    user: config.PG_USER,
    database: 'postgres',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // PostgreSQL keeps to its own limit; these are for a frozen one.
    query_timeout: STATEMENT_LIMIT_MS + 5_000,
    connectionTimeoutMillis: STATEMENT_LIMIT_MS,
    types: { getTypeParser: () => parseColumn },
  };
}

/** The type `bson` is written as `BSONHEX` and its bytes in hexadecimal. */
function parseColumn(text: string) {
  return text.startsWith('BSONHEX') ? Buffer.from(text.slice('BSONHEX'.length), 'hex') : text;
}

async function take(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= MAX_WAITING) throw busy();
  try {
    return await pool.connect();
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('timeout exceeded') ? busy() : away();
  }
}

async function run(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<Row> {
  try {
    const result = await client.query<Row>({ name: nameOf(text), text, values, rowMode: 'array' });
    return result.rows[0] ?? [];
  } catch (error) {
    throw told(error);
  }
}

/** What a caller is told of an error: that of its statement, or that the connection did not last. */
function told(error: unknown): Error {
  const ofStatement = error instanceof pg.DatabaseError && !endsConnection(error);
  return ofStatement ? error : away();
}

const names = new Map<string, string>();

/** The name under which the statement is prepared. The texts are few: values are never part of them. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
}

function endsConnection({ severity, code = '' }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC' || code.startsWith('57P');
}

/** To a driver the engine then is a MongoDB server that restarts: it looks for one that runs, and repeats what may be repeated. */
const away = () => new CommandError('ShutdownInProgress', 'the database engine cannot be reached');
const busy = () =>
  new CommandError(
    'ExceededTimeLimit',
    'every connection of the wire gateway to the database engine is busy',
  );
