import type { LimitFunction } from 'p-limit';
import { unavailable } from './problem.ts';

/** As long as a request waits for the database. */
const WAIT_MS = 3000;

/** What `work` gives, once it is its turn. Throws `unavailable` after 3 s of waiting; then `work` never runs. */
export const takeTurn = <T>(turns: LimitFunction, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let waiting: typeof work | undefined = work;
    const timer = setTimeout(() => {
      waiting = undefined;
      reject(unavailable());
    }, WAIT_MS);
    void turns(async () => {
      clearTimeout(timer);
      await waiting?.().then(resolve, reject);
    });
  });
