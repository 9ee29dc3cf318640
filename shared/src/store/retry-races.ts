import { setTimeout as sleep } from 'node:timers/promises';
import { type MongoClient, MongoServerError } from 'mongodb';
import { busy, type Problem } from '../contract/problem.ts';
import { RACES_MS } from '../deadlines.ts';
import { inTransaction, isDuplicateKey, type Transaction } from './mongo.ts';

const MAX_PAUSE_MS = 50;

/** Whether a concurrent write came first: a unique index says so, or the database, in which two transactions collided. */
export const isWriteConflict = (error: unknown): boolean =>
  isDuplicateKey(error) ||
  (error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError'));

/** Runs `attempt` until no concurrent write is in its way; after 4 s throws `giveUp()`, by default `unavailable`. */
export const retryRaces = async <T>(
  attempt: () => Promise<T>,
  giveUp: () => Problem = () => busy('other writes were in its way'),
): Promise<T> => {
  const end = performance.now() + RACES_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWriteConflict(error)) throw error;
      if (performance.now() > end) throw giveUp();
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
};

/** Runs work in a transaction, as `inRetriedTransaction` does. */
export type Transact = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** A transaction, run again while concurrent writes are in its way. Throws as `retryRaces`. */
export const inRetriedTransaction = <T>(
  client: MongoClient,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => retryRaces(() => inTransaction(client, work));
