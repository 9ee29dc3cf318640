import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientSession, type Db, MongoClient, MongoServerError } from 'mongodb';
import { DEFAULT_TIMES, MONGO_CONNECT_MS, TURN_MS } from '../deadlines.ts';
import type { Log } from '../observe/log.ts';
import { measurePool } from '../observe/metrics-mongo.ts';
import { activeTracing } from '../observe/tracing.ts';
import { oncePerMinute } from '../process/once-per-minute.ts';
import { createTurns, takeTurn } from '../process/take-turn.ts';
import { TURNS } from '../turns.ts';
import { databaseName } from './mongo-url.ts';

/**
 * A client that reports within 4 seconds that the database is down or frozen, so that the caller has its 503 within 5: at worst
 * two new connections that get no answer for 1.5 s each, then `selectionMs` for another server. (The driver's `timeoutMS` does
 * nothing since 7.8.) Writes are acknowledged by a majority and retried once by the driver. Reads go to the primary, whatever the URL says:
 * what was written, or revoked, is known to the next call. A command without an answer is given up after a minute. It connects
 * by itself, as soon as it can.
 */
export const createMongo = (
  url: string,
  appName: string,
  log: Log,
  selectionMs = DEFAULT_TIMES.MONGODB_TIMEOUT_MS,
): { client: MongoClient; db: Db } => {
  const client = new MongoClient(url, {
    appName,
    maxPoolSize: TURNS.databaseConnections,
    waitQueueTimeoutMS: TURN_MS,
    heartbeatFrequencyMS: 1000,
    connectTimeoutMS: MONGO_CONNECT_MS,
    serverSelectionTimeoutMS: selectionMs,
    socketTimeoutMS: 60_000,
    writeConcern: { w: 'majority' },
    retryWrites: true,
    ignoreUndefined: true,
    monitorCommands: activeTracing() !== undefined,
  });
  measurePool(client);
  activeTracing()?.traceCommands(client);
  void connectWhenThere(client, log);
  return { client, db: client.db(databaseName(url), { readPreference: 'primary' }) };
};

/** If its first attempt fails, a driver stays closed unless it is told to connect again. */
const connectWhenThere = async (client: MongoClient, log: Log): Promise<void> => {
  const warn = oncePerMinute((err: unknown) => log.warn({ err }, 'mongodb is away'));
  for (let away = false; ; away = true) {
    try {
      await client.connect();
      if (away) log.warn('mongodb is there');
      return;
    } catch (err) {
      warn(err);
      await sleep(1000, undefined, { ref: false });
    }
  }
};

/** The code of a write error: something that must be unique exists already. */
export const DUPLICATE_KEY = 11_000;

/** Whether a write failed because something that must be unique exists already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** For `catch`: if two callers make the same thing at once, both succeed. */
export const ignoreDuplicateKey = (error: unknown): void => {
  if (!isDuplicateKey(error)) throw error;
};

/** For a read of what has a bound: it comes in one answer. By default the first one has at most 101 documents. */
export const IN_ONE_ANSWER = { batchSize: 1000 } as const;

/**
 * For a read of several collections, or of records that may move within what is read: all that it finds is of one moment. Otherwise
 * MongoDB reads each collection, and each stretch of a long one, as it is when it gets there. In a transaction, which is of one moment
 * anyway, the driver leaves it out.
 */
export const OF_ONE_MOMENT = { ...IN_ONE_ANSWER, readConcern: 'snapshot' } as const;

/** Passed on to every write of a step, so that they are made together or not at all. */
export type Transaction = { session?: ClientSession };

/**
 * A transaction checks out a connection for each of its steps: were there as many transactions as connections, those that begin
 * could hold all connections while those about to commit wait for one.
 */
const transactionTurns = createTurns(TURNS.transactions);

/**
 * Runs `work` as one step: all of its writes or, where it throws, none. Tried once: the driver's own `withTransaction` goes on
 * for two minutes while the database is down. Throws `unavailable` where too many others are before it.
 */
export const inTransaction = <T>(
  client: MongoClient,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> =>
  takeTurn(transactionTurns, () =>
    client.withSession(async (session) => {
      // Whatever the URL says: it cannot read elsewhere.
      session.startTransaction({ readPreference: 'primary' });
      const result = await work({ session });
      await session.commitTransaction();
      return result;
    }),
  );
