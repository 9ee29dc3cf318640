import pg from 'pg';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';
import { createMonitor } from './monitor.ts';
import {
  connectionOptions,
  engineAway,
  type Query,
  runStatement,
  WAIT_LIMIT_MS,
} from './postgres-connection.ts';
import { FORGET_OLD_WRITES } from './schema.ts';

export type Postgres = {
  /** On any connection, as a transaction of its own. */
  query: Query;
  /** A connection for one transaction, which releases it. */
  connectForTransaction: () => Promise<pg.PoolClient>;
  /** Resolves when PostgreSQL answers, which a frozen one never does, and rejects when it is down. */
  answers: () => Promise<void>;
  close: () => Promise<void>;
};

// Two pools: however many transactions hold or await a connection, the commands outside of them find one.
const MAX_CONNECTIONS = 8;
const MAX_TRANSACTIONS = 24;
const MAX_WAITING = 1_000;

/** The PostgreSQL that holds the data. Connections are made when first needed, and made again when it comes back. */
export const openPostgres = (config: Config): Postgres => {
  const monitor = createMonitor(config);
  const pool = createPool(config, MAX_CONNECTIONS, monitor.doubt);
  const transactionPool = createPool(config, MAX_TRANSACTIONS, monitor.doubt);

  const query: Query = async (text, values) => {
    const client = await take(pool);
    try {
      const row = await runStatement(client, text, values);
      client.release();
      return row;
    } catch (error) {
      const reusable = error instanceof pg.DatabaseError;
      client.release(!reusable);
      throw error;
    }
  };
  const cleaning = setInterval(() => query(FORGET_OLD_WRITES).catch(() => {}), 60_000);

  return {
    query,
    connectForTransaction: () => take(transactionPool),
    answers: monitor.answers,
    async close() {
      clearInterval(cleaning);
      await Promise.all([pool.end(), transactionPool.end(), monitor.close()]);
    },
  };
};

/** `onBroken` is called when one of its connections ends unasked. */
const createPool = (config: Config, max: number, onBroken: () => void): pg.Pool => {
  const pool = new pg.Pool({
    ...connectionOptions(config),
    max,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    idleTimeoutMillis: 60_000,
  });
  // The statement that runs on a connection reports its end to its caller.
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  return pool;
};

const take = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  if (pool.waitingCount >= MAX_WAITING) throw busy();
  try {
    return await pool.connect();
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('timeout exceeded') ? busy() : engineAway();
  }
};

const busy = () =>
  new CommandError(
    'ExceededTimeLimit',
    'every connection of the wire gateway to the database engine is busy',
  );
