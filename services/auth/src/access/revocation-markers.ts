import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { introspectedKey, revocationKey } from 'shared/calls/introspection.ts';
import { REVOCATION_MARKER_SECONDS, REVOCATION_RETRIED_MS } from 'shared/deadlines.ts';
import type { Log } from 'shared/observe/log.ts';

export type RevocationMarkers = {
  /**
   * Tells every cache at once that a connection, or the whole account where none is named, is no longer good. Call it after the
   * database knows, before answering.
   */
  announce(accountId: string, connectionId?: string): Promise<void>;
};

const RETRY_DELAY_MS = 500;

/** While Redis is down the gateway asks about each call; when it is back, the latest revocations must be there. */
export const createRevocationMarkers = (redis: Redis, log: Log): RevocationMarkers => {
  const mark = (key: string) => redis.set(key, '1', 'EX', REVOCATION_MARKER_SECONDS);

  /** Tries again until nothing from before is good any more. */
  const markLater = async (key: string, triedUntil: number): Promise<void> => {
    await sleep(RETRY_DELAY_MS, undefined, { ref: false });
    await mark(key).catch((err: unknown) => {
      if (Date.now() < triedUntil) return markLater(key, triedUntil);
      log.warn({ err }, 'revocation not announced');
      return undefined;
    });
  };

  return {
    announce: async (accountId, connectionId) => {
      const key = revocationKey(accountId, connectionId);
      await mark(key).catch(() => void markLater(key, Date.now() + REVOCATION_RETRIED_MS));
    },
  };
};

export type AllowCaching = (accountId: string, connectionId: string) => Promise<void>;

/**
 * Makes the function that lets caches believe what they are told of a connection, until Redis loses its keys. Call it before telling
 * them. It never fails: where Redis is down, what is cached is not believed.
 */
export const createAllowCaching =
  (redis: Redis): AllowCaching =>
  async (accountId, connectionId) => {
    await redis
      .set(introspectedKey(accountId, connectionId), '1', 'EX', REVOCATION_MARKER_SECONDS)
      .catch(() => {});
  };
