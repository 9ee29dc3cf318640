import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, IndexDescription, MongoError } from 'mongodb';
import type { Log } from '../observe/log.ts';

/** The indexes of each collection. */
export type Indexes = Record<string, IndexDescription[]>;

const PAUSE_MS = 1000;

/**
 * Makes the indexes, trying again until the database is there. Returns a health check that waits until they are made: until then
 * the process is not ready, and is called only where no other is. Logs why they are not made whenever the reason is another.
 */
export const makeIndexes = (db: Db, indexes: Indexes, log: Log): (() => Promise<void>) => {
  let lastReason: string | undefined;
  const make = async (): Promise<void> => {
    for (;;) {
      try {
        for (const [collection, specs] of Object.entries(indexes))
          await db.collection(collection).createIndexes(specs);
        return;
      } catch (err) {
        const { name, code } = err as MongoError;
        const reason = `${name} ${code}`;
        if (reason !== lastReason) log.warn({ err }, 'indexes could not be made yet');
        lastReason = reason;
        await sleep(PAUSE_MS);
      }
    }
  };
  const made = make();
  return () => made;
};
