import type { Redis, Result } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { hashTag, revocationKey } from '../calls/introspection.ts';
import type { Assistant } from '../calls/principal.ts';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from '../contract/problem.ts';
import { limitDecisions } from '../observe/metrics-outcomes.ts';

const WINDOW_SECONDS = 60;

const QUOTAS = { requests: LIMITS.requestsPerMinute, writes: LIMITS.writesPerMinute };
type Policy = keyof typeof QUOTAS;

/** What one limit says of the calls that came at once. */
export type Count = {
  policy: Policy;
  calls: number;
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
};

/** The limits of a connection, in fixed windows of a minute that begin with the first call (contract §7). */
export type Limits = {
  /**
   * Counts as many calls as come at once against each limit that is named, and reports on each in that order: they are let
   * through together or not at all. 0 only asks what is left. `revoked` says whether the connection or its account was revoked
   * in the last minutes; undefined while Redis is down.
   */
  count(
    assistant: Assistant,
    calls: Partial<Record<Policy, number>>,
  ): Promise<{ revoked: boolean | undefined; counts: Count[] }>;
};

/**
 * The largest delay that a call may suffer from a Redis that does not answer. It is longer than a busy process may take to read
 * an answer that has come: at 50 ms a burst on a loaded machine was taken for a Redis that is down.
 */
export const LIMITS_TIMEOUT_MS = 200;

type Window = [counted: number, msLeft: number];

/**
 * How many of the first two keys exist, then the window of each other key, to which the argument at the same place is added.
 * One command for all: a command costs its way to Redis, not its work (docs/decisions/performance.md).
 */
const COUNT_CALLS = `
local answer = { redis.call('EXISTS', KEYS[1], KEYS[2]) }
for i, calls in ipairs(ARGV) do
  local key = KEYS[2 + i]
  local counted = redis.call('INCRBY', key, calls)
  local left = redis.call('PTTL', key)
  -- A window that begins has no end yet; longer than a window is what a clock that was set back makes of it.
  if left < 0 or left > ${WINDOW_SECONDS * 1000} then
    left = ${WINDOW_SECONDS * 1000}
    redis.call('PEXPIRE', key, left)
  end
  table.insert(answer, { counted, left })
end
return answer`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countCalls(
      numberOfKeys: number,
      ...keysThenArguments: (string | number)[]
    ): Result<[revocations: number, ...windows: Window[]], Context>;
  }
}

/**
 * Limits that all processes share through Redis. Each process also counts for itself, and goes by that while Redis is away.
 * `redis` is a connection of their own that fails at once, with a command timeout of `LIMITS_TIMEOUT_MS`.
 */
export const createLimits = (redis: Redis): Limits => {
  redis.defineCommand('countCalls', { lua: COUNT_CALLS });
  const counters = { requests: createCounter('requests'), writes: createCounter('writes') };

  return {
    count: async ({ account, connection }, calls) => {
      const entries = Object.entries(calls) as [Policy, number][];
      const keys = [
        revocationKey(account.id),
        revocationKey(account.id, connection.id),
        ...entries.map(([policy]) => `limit:${policy}:${hashTag(account.id)}:${connection.id}`),
      ];
      const [revocations, ...shared] = await redis
        .countCalls(keys.length, ...keys, ...entries.map(([, number]) => number))
        .catch((): [undefined] => [undefined]);
      return {
        revoked: revocations === undefined ? undefined : revocations > 0,
        counts: entries.map(([policy, number], index) =>
          counters[policy](connection.id, number, shared[index]),
        ),
      };
    },
  };
};

/** Counts for this process, and gives the window that all share, or its own where that is not known. */
const createCounter = (policy: Policy) => {
  const quota = QUOTAS[policy];
  // A window ends a minute after its first call, however many follow.
  const own = new LRUCache<string, number>({
    ttl: WINDOW_SECONDS * 1000,
    noUpdateTTL: true,
    ttlAutopurge: true,
  });
  const [byRedis, byProcess] = [limitDecisions(policy, 'redis'), limitDecisions(policy, 'process')];
  return (connectionId: string, calls: number, shared: Window | undefined): Count => {
    const ownCount = (own.get(connectionId) ?? 0) + calls;
    own.set(connectionId, ownCount);
    const [counted, msLeft] = shared ?? [ownCount, own.getRemainingTTL(connectionId)];
    const allowed = counted <= quota;
    (shared ? byRedis : byProcess)(allowed);
    return {
      policy,
      calls,
      allowed,
      remaining: Math.max(0, quota - counted),
      // If a clock was set back, the window would seem longer than it is.
      resetSeconds: Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msLeft / 1000))),
    };
  };
};

const POLICIES = Object.entries(QUOTAS)
  .map(([policy, quota]) => `"${policy}";q=${quota};w=${WINDOW_SECONDS}`)
  .join(', ');

/** `RateLimit-Policy` with every limit and `RateLimit` with those that the call counted against (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (counts: Count[]): Record<string, string> => ({
  'RateLimit-Policy': POLICIES,
  RateLimit: counts
    .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
});

/** The problem of calls beyond a limit. To wait is not enough for a batch that is larger than the limit. */
export const rateLimited = ({ policy, calls, resetSeconds }: Count): Problem =>
  new Problem(
    'rate_limited',
    calls > QUOTAS[policy]
      ? `A batch of ${calls} ${policy} never fits: a minute has room for ${QUOTAS[policy]}. Send fewer at once, in ${resetSeconds} s.`
      : `More than ${QUOTAS[policy]} ${policy} in a minute. Try again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
