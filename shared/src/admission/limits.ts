import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { hashTag, introspectedKey, revocationKey } from '../calls/introspection.ts';
import type { Assistant } from '../calls/principal.ts';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from '../contract/problem.ts';
import { limitDecisions } from '../observe/metrics-outcomes.ts';

const WINDOW_SECONDS = 60;

const QUOTAS = { requests: LIMITS.requestsPerMinute, writes: LIMITS.writesPerMinute };
export type Policy = keyof typeof QUOTAS;

/** What one limit says of the calls that came at once. */
export type Count = {
  policy: Policy;
  calls: number;
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
};

/** The limits of a connection, in fixed windows of a minute that begin with the first call (C7.window, C7.per_connection). */
export type Limits = {
  /**
   * Counts as many calls as come at once against each limit that is named, and reports on each in that order: they are let
   * through together or not at all. 0 only asks what is left. `revoked` says whether the connection or its account was
   * revoked in the last minutes, or is about to be; undefined while Redis is down. `cachesHold` says whether Redis would tell:
   * not while it is down, nor where it has lost its keys since auth was asked.
   */
  count(
    assistant: Assistant,
    calls: Partial<Record<Policy, number>>,
  ): Promise<{ revoked: boolean | undefined; cachesHold: boolean; counts: Count[] }>;
};

/**
 * The library's window, which begins with the first call and ends a minute later, with one thing more: a key that would live longer
 * than a window is what a clock that was set back makes of it, and is cut to one. KEYS[1] is the counter's key; ARGV[1] is what to
 * add; ARGV[2] is the window in seconds. Returns the count, refused calls included, and the rest of the window in ms.
 */
const COUNT_CALLS = `
local counted = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > ARGV[2] * 1000 then
  left = ARGV[2] * 1000
  redis.call('PEXPIRE', KEYS[1], left)
end
return {counted, left}`;

/**
 * Limits that all processes share through Redis. Each process also counts for itself, and goes by that while Redis is down.
 * `redis` is a connection of their own that fails at once, with a command timeout of `LIMITS_MS`.
 */
export const createLimits = (redis: Redis): Limits => {
  const limiters = { requests: createLimiter(redis, 'requests'), writes: createLimiter(redis, 'writes') };
  return {
    count: async ({ account, connection }, calls) => {
      const key = `${hashTag(account.id)}:${connection.id}`;
      const entries = Object.entries(calls) as [Policy, number][];
      // Sent in one tick: the way to Redis costs more than its work.
      const [noted, ...answers] = await Promise.all([
        redis
          .mget(
            introspectedKey(account.id, connection.id),
            revocationKey(account.id, connection.id),
            revocationKey(account.id),
          )
          .catch(() => undefined),
        ...entries.map(([policy, number]) => limiters[policy](key, number)),
      ]);
      // A Redis that takes no writes may still be read, but misses the markers of the last moments.
      const isRedisThere = noted !== undefined && answers.every(({ byRedis }) => byRedis);
      const [introspected, ...markers] = noted ?? [];
      return {
        revoked: isRedisThere ? markers.some((marker) => marker !== null) : undefined,
        cachesHold: isRedisThere && introspected !== null,
        counts: answers.map(({ count }) => count),
      };
    },
  };
};

/**
 * Makes the function that counts calls against one limit, in Redis and in this process: what Redis says holds, or what this process
 * has counted where Redis does not answer. The library's `insuranceLimiter` would not say which of the two it was, and would begin
 * to count only when Redis is down.
 */
const createLimiter = (redis: Redis, policy: Policy) => {
  const options = { keyPrefix: `limit:${policy}`, points: QUOTAS[policy], duration: WINDOW_SECONDS };
  const ofAll = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: COUNT_CALLS,
  });
  const ofProcess = new RateLimiterMemory(options);
  const [notedByRedis, notedByProcess] = [limitDecisions(policy, 'redis'), limitDecisions(policy, 'process')];

  return async (key: string, calls: number): Promise<{ count: Count; byRedis: boolean }> => {
    const [shared, own] = await Promise.all([
      ofAll.consume(key, calls).catch(refusal),
      ofProcess.penalty(key, calls),
    ]);
    const { consumedPoints, remainingPoints, msBeforeNext } = shared ?? own;
    const allowed = consumedPoints <= QUOTAS[policy];
    (shared ? notedByRedis : notedByProcess)(allowed);
    // If this process's clock was set back, the window would seem longer than it is.
    const resetSeconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return {
      count: { policy, calls, allowed, remaining: remainingPoints, resetSeconds },
      byRedis: shared !== undefined,
    };
  };
};

/** A limiter throws its answer where it refuses; an ordinary error, here undefined, is a fault and refuses nobody. */
const refusal = (thrown: unknown): RateLimiterRes | undefined =>
  thrown instanceof RateLimiterRes ? thrown : undefined;

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
      : `More than ${QUOTAS[policy]} ${policy} in a minute. Send the same call again in ${resetSeconds} s, with its key if it has one.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
