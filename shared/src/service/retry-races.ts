import { setTimeout as sleep } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { isDuplicateKey } from './mongo.ts';
import { type Problem, unavailable } from './problem.ts';

const PATIENCE_MS = 4000;
const LONGEST_PAUSE_MS = 50;

/** Whether a concurrent write came first: a unique index says so, or the database, in which two transactions collided. */
const lostRace = (error: unknown): boolean =>
  isDuplicateKey(error) ||
  (error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError'));

/** Runs `attempt` until no concurrent write is in its way; after 4 s throws `giveUp()`, by default `unavailable`. */
export const retryRaces = async <T>(
  attempt: () => Promise<T>,
  giveUp: () => Problem = unavailable,
): Promise<T> => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!lostRace(error)) throw error;
      if (Date.now() > end) throw giveUp();
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }
};
