import { LRUCache } from 'lru-cache';
import {
  INTROSPECTION_CACHED_MS,
  INTROSPECTION_PATH,
  type IntrospectionRequest,
  introspection,
} from 'shared/service/introspection.ts';
import type { Keys } from 'shared/service/keys.ts';
import { type Assistant, type Person, serviceHeaders } from 'shared/service/principal.ts';
import { unavailable } from 'shared/service/problem.ts';
import { CONNECT_MS, type Replicas } from 'shared/service/replicas.ts';
import { Agent, request } from 'undici';

/** Whose secret it is, what for, and until when, in seconds. `null`: nobody's. */
type Credential = { principal: Assistant | Person; audience: string[] | null; exp: number } | null;

/** `fresh`: auth was asked for this call alone. */
type Found = { credential: Credential; fresh: boolean };

export type Introspector = {
  /** What auth says, or said within the last 10 s of a secret that has not ended since. Throws `unavailable` where it cannot be asked. */
  introspect(introspectionRequest: IntrospectionRequest): Promise<Found>;
  /** Asks auth now, whatever is cached. Throws `unavailable`. */
  introspectFresh(introspectionRequest: IntrospectionRequest): Promise<Credential>;
  /** Empties the cache. For when Redis is back: what was revoked meanwhile left no marker. */
  clear(): void;
};

/** An unknown secret never becomes valid: the answer is cached only so that a flood of it costs little. */
const UNKNOWN_CACHED_MS = 1000;
const MAX_CACHED = 20_000;
/** Shorter than the 5 s within which the caller has an answer. */
const AUTH_ANSWER_MS = 4000;

/** Asks auth whose secret it is, and caches the answer for 10 s at most. */
export const createIntrospector = (auth: Replicas, keys: Keys): Introspector => {
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS } });
  const introspectAt = async (
    origin: string,
    introspectionRequest: IntrospectionRequest,
    signal: AbortSignal,
  ): Promise<Credential> => {
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
    if (!answer.active) return null;
    const { principal, audience, exp } = answer;
    return { principal, audience, exp };
  };

  const introspectFresh = (introspectionRequest: IntrospectionRequest): Promise<Credential> => {
    const signal = AbortSignal.timeout(AUTH_ANSWER_MS);
    return auth
      .call((origin) => introspectAt(origin, introspectionRequest, signal), { onlyReads: true })
      .catch(() => {
        throw unavailable();
      });
  };

  const cache = new LRUCache<string, { credential: Credential }, IntrospectionRequest>({
    max: MAX_CACHED,
    ttl: INTROSPECTION_CACHED_MS,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const credential = await introspectFresh(context);
      options.ttl = credential
        ? Math.max(1, Math.min(INTROSPECTION_CACHED_MS, credential.exp * 1000 - Date.now()))
        : UNKNOWN_CACHED_MS;
      return { credential };
    },
    // Whoever waits for an answer gets it, even if the cache was emptied meanwhile.
    ignoreFetchAbort: true,
  });

  return {
    introspectFresh,
    clear: () => cache.clear(),
    introspect: async (introspectionRequest) => {
      const status: LRUCache.Status<string, { credential: Credential }, IntrospectionRequest> = {};
      const key = `${introspectionRequest.credential}:${introspectionRequest.hash}`;
      const { credential } = await cache.forceFetch(key, { context: introspectionRequest, status });
      return { credential, fresh: status.fetch === 'miss' };
    },
  };
};
