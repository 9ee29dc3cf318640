import { LRUCache } from 'lru-cache';
import {
  INTROSPECTION_PATH,
  type Introspection,
  type IntrospectionRequest,
  introspection,
} from 'shared/calls/introspection.ts';
import { serviceHeaders } from 'shared/calls/principal.ts';
import { type Replicas, serviceAgent } from 'shared/calls/replicas.ts';
import { unavailable } from 'shared/contract/problem.ts';
import { INTROSPECTION_CACHED_MS, INTROSPECTION_MS } from 'shared/deadlines.ts';
import type { Keys } from 'shared/process/keys.ts';
import { request } from 'undici';

/** Whose secret it is, what for, and until when. `null`: nobody's. */
type Holder = Extract<Introspection, { active: true }> | null;

/** `fresh`: auth was asked for this call alone. */
type Found = { holder: Holder; fresh: boolean };

export type Introspector = {
  /**
   * What auth says, or said of a secret in the last minutes: that is believed while auth says of any secret that it may be, or is not
   * there to be asked. Throws `unavailable` where it cannot be asked.
   */
  introspect(introspectionRequest: IntrospectionRequest): Promise<Found>;
  /** Asks auth now, whatever is cached. Throws `unavailable`. */
  introspectFresh(introspectionRequest: IntrospectionRequest): Promise<Holder>;
  /** Empties the cache: at each call while Redis is down, has lost its keys, or is back. The markers of its last moment may be gone. */
  clear(): void;
};

/** An unknown secret never becomes valid: the answer is cached only so that a flood of it costs little. */
const UNKNOWN_CACHED_MS = 1000;
/** An answer takes 1.5 KB, with its signed principal. */
const MAX_CACHED = 10_000;

const cachedMs = (holder: Holder): number =>
  holder ? Math.max(1, Math.min(INTROSPECTION_CACHED_MS, holder.exp * 1000 - Date.now())) : UNKNOWN_CACHED_MS;

/** Asks auth whose secret it is, and caches the answer for as long as it holds, `INTROSPECTION_CACHED_MS` at most. */
export const createIntrospector = (auth: Replicas, keys: Keys): Introspector => {
  const dispatcher = serviceAgent();
  /** Until when auth lets what is cached be believed, by `performance.now()`. */
  let believedUntil = 0;
  const introspectAt = async (
    origin: string,
    introspectionRequest: IntrospectionRequest,
    signal: AbortSignal,
  ): Promise<Holder> => {
    const askedAt = performance.now();
    const { statusCode, body } = await request(`${origin}${INTROSPECTION_PATH}`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...serviceHeaders(keys, 'gateway') },
      body: JSON.stringify(introspectionRequest),
      signal,
    });
    const found = await body.json();
    if (statusCode !== 200) throw unavailable();
    const answer = introspection.parse(found);
    believedUntil = Math.max(believedUntil, askedAt + answer.caches_hold_ms);
    return answer.active ? answer : null;
  };

  const introspectFresh = (introspectionRequest: IntrospectionRequest): Promise<Holder> => {
    const signal = AbortSignal.timeout(INTROSPECTION_MS);
    return auth
      .call((origin) => introspectAt(origin, introspectionRequest, signal), { onlyReads: true })
      .catch(() => {
        throw unavailable();
      });
  };

  const cache = new LRUCache<string, { holder: Holder }, IntrospectionRequest>({
    max: MAX_CACHED,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const holder = await introspectFresh(context);
      options.ttl = cachedMs(holder);
      return { holder };
    },
    // Whoever waits for an answer gets it, even if the cache was emptied meanwhile.
    ignoreFetchAbort: true,
  });

  return {
    introspectFresh,
    clear: () => cache.clear(),
    introspect: async (introspectionRequest) => {
      const key = `${introspectionRequest.credential}:${introspectionRequest.hash}`;
      if (performance.now() > believedUntil && auth.isUp()) {
        const holder = await introspectFresh(introspectionRequest);
        cache.set(key, { holder }, { ttl: cachedMs(holder) });
        return { holder, fresh: true };
      }
      const status: LRUCache.Status<string, { holder: Holder }, IntrospectionRequest> = {};
      const { holder } = await cache.forceFetch(key, { context: introspectionRequest, status });
      return { holder, fresh: status.fetch === 'miss' };
    },
  };
};
