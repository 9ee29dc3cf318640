import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { introspectedKey, revocationKey } from 'shared/calls/introspection.ts';
import { CACHES_BELIEVED_MS, REVOCATION_MARKER_SECONDS, REVOCATION_RETRIED_MS } from 'shared/deadlines.ts';
import type { Log } from 'shared/observe/log.ts';
import type { UnannouncedStore } from './unannounced-store.ts';

export type RevocationMarkers = {
  /**
   * Ends a connection, or the whole account where none is named, by `end`, which changes the database. Before that begins, no cache
   * is believed any more that has it: it ends for all at once. Returns what `end` returns; throws what it or the database throws.
   */
  endAtOnce<Ended>(end: () => Promise<Ended>, accountId: string, connectionId?: string): Promise<Ended>;
  /** Has no cache believed that has this account, once more. Throws where Redis cannot be told. */
  announce(accountId: string): Promise<void>;
};

const RETRY_DELAY_MS = 500;

/**
 * A process that cannot tell Redis knows not whether gateways can read it: it notes that in the database, whereupon auth lets none
 * believe its cache, and goes on trying. When Redis is back, the latest revocations must be there.
 */
export const createRevocationMarkers = (
  redis: Redis,
  unannounced: UnannouncedStore,
  log: Log,
): RevocationMarkers => {
  const mark = async (key: string): Promise<void> => {
    await redis.set(key, '1', 'EX', REVOCATION_MARKER_SECONDS);
  };

  /** Tries again until nothing from before is good any more. */
  const markLater = async (key: string, triedUntil: number): Promise<void> => {
    await sleep(RETRY_DELAY_MS, undefined, { ref: false });
    await mark(key).catch((err: unknown) => {
      if (Date.now() < triedUntil) return markLater(key, triedUntil);
      log.warn({ err }, 'revocation not announced');
      return undefined;
    });
  };

  /** Resolves when Redis was told, or when no gateway believes what it had cached. */
  const withdrawBelief = async (key: string): Promise<void> => {
    const adding = unannounced.add();
    const marking = markLater(key, Date.now() + REVOCATION_RETRIED_MS);
    marking
      .then(async () => unannounced.remove(await adding))
      .catch((err: unknown) => log.warn({ err }, 'revocation not noted, or its note not removed'));
    await adding;
    await Promise.race([marking, sleep(CACHES_BELIEVED_MS, undefined, { ref: false })]);
  };

  return {
    endAtOnce: async (end, accountId, connectionId) => {
      const key = revocationKey(accountId, connectionId);
      await mark(key).catch(() => withdrawBelief(key));
      const ended = await end();
      // Redis may have lost its keys since.
      await mark(key).catch(() => {});
      return ended;
    },
    announce: (accountId) => mark(revocationKey(accountId)),
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
