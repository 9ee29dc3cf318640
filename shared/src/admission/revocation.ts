import type { Redis } from 'ioredis';
import { revocationKey } from '../service/introspection.ts';
import type { Assistant } from '../service/principal.ts';

/** Whether an assistant's connection or account was revoked in the last minutes; undefined while Redis is away. */
export const isRevoked = (redis: Redis, { account, connection }: Assistant): Promise<boolean | undefined> =>
  redis.exists(revocationKey(account.id), revocationKey(account.id, connection.id)).then(
    (count) => count > 0,
    () => undefined,
  );
