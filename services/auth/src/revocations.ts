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

/** Where Redis is away there is nothing to tell: without it the gateway caches no introspection. */
export const createRevocations = (redis: Redis, log: Log): Revocations => ({
  announce: async (accountId, connectionId) => {
    await redis
      .set(revocationKey(accountId, connectionId), '1', 'EX', REVOCATION_MARKER_SECONDS)
      .catch((err: unknown) => log.warn({ err }, 'revocation not announced'));
  },
  withdraw: async (accountId) => {
    await redis.del(revocationKey(accountId)).catch(() => {});
  },
});
