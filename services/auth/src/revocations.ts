import type { Redis } from 'ioredis';
import { REVOCATION_MARKER_SECONDS, revocationKey } from 'shared/service/introspection.ts';
import type { Log } from 'shared/service/log.ts';

export type Revocations = {
  /** Tells every cache at once that a credential is no longer good. Call it after the database knows, before answering. */
  announce(kind: Parameters<typeof revocationKey>[0], id: string): Promise<void>;
  /** Takes back what was announced, when no cache can still know the credential. */
  withdraw(kind: Parameters<typeof revocationKey>[0], id: string): Promise<void>;
};

/** Where Redis is away there is nothing to tell: without it the gateway caches no introspection. */
export const createRevocations = (redis: Redis, log: Log): Revocations => ({
  announce: async (kind, id) => {
    await redis
      .set(revocationKey(kind, id), '1', 'EX', REVOCATION_MARKER_SECONDS)
      .catch((err: unknown) => log.warn({ err, kind }, 'revocation not announced'));
  },
  withdraw: async (kind, id) => {
    await redis.del(revocationKey(kind, id)).catch(() => {});
  },
});
