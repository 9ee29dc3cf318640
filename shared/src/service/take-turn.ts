import type { LimitFunction } from 'p-limit';
import { unavailable } from './problem.ts';

/** As long as a request waits for the database. */
const WAIT_MS = 3000;

/** What `work` gives, once it is its turn. Throws `unavailable` after 3 s of waiting; then `work` never runs. */
export const takeTurn = <T>(turns: LimitFunction, work: () => Promise<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // No function below names `work`: the queue would keep it, with the request, when it was refused long ago.
  let waiting: typeof work | undefined = work;
  const timer = setTimeout(() => {
    waiting = undefined;
    reject(unavailable());
  }, WAIT_MS);
  void turns(async () => {
    clearTimeout(timer);
    await waiting?.().then(resolve, reject);
  });
  return promise;
};
