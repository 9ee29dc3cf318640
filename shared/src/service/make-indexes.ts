import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, IndexDescription } from 'mongodb';
import type { Log } from './log.ts';
import { oncePerMinute } from './once-per-minute.ts';

/** The indexes of each collection. */
export type Indexes = Record<string, IndexDescription[]>;

const PAUSE_MS = 1000;

/**
 * Makes the indexes, trying again until the database is there. Gives a health check that waits until they are made: until then
 * the process is not ready, and is called only where no other is.
 */
export const makeIndexes = (db: Db, indexes: Indexes, log: Log): (() => Promise<void>) => {
  const warn = oncePerMinute((err: unknown) => log.warn({ err }, 'indexes could not be made yet'));
  const make = async (): Promise<void> => {
    for (;;) {
      try {
        for (const [collection, specs] of Object.entries(indexes))
          await db.collection(collection).createIndexes(specs);
        return;
      } catch (err) {
        warn(err);
        await sleep(PAUSE_MS);
      }
    }
  };
  const made = make();
  return () => made;
};
