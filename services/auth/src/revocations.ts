import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { REVOCATION_MARKER_SECONDS, revocationKey } from 'shared/service/introspection.ts';
import type { Log } from 'shared/service/log.ts';

export type Revocations = {
  /**
   * Tells every cache at once that a connection, or the whole account where none is named, is no longer good. Call it after the
   * database knows, before answering.
   */
  announce(accountId: string, connectionId?: string): Promise<void>;
  /** Takes back what was announced of an account, when no cache can still know it. */
  withdraw(accountId: string): Promise<void>;
};

/** As long as the gateway may know an answer from before. */
const CACHED_MS = 10_000;
const AGAIN_MS = 500;

/** While Redis is away the gateway asks about each call; when it is back, a revocation of the last seconds must be there. */
export const createRevocations = (redis: Redis, log: Log): Revocations => {
  const mark = (key: string): Promise<boolean> =>
    redis.set(key, '1', 'EX', REVOCATION_MARKER_SECONDS).then(
      () => true,
      () => false,
    );

  const markLater = async (key: string): Promise<void> => {
    for (const end = Date.now() + CACHED_MS; Date.now() < end; ) {
      await sleep(AGAIN_MS, undefined, { ref: false });
      if (await mark(key)) return;
    }
    log.warn('revocation not announced');
  };

  return {
    announce: async (accountId, connectionId) => {
      const key = revocationKey(accountId, connectionId);
      if (!(await mark(key))) void markLater(key);
    },
    withdraw: async (accountId) => {
      await redis.del(revocationKey(accountId)).catch(() => {});
    },
  };
};
