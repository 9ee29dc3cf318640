import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { LIMITS } from '../contract/limits.ts';
import { limitDecisions } from '../service/metrics-outcomes.ts';
import { Problem } from '../service/problem.ts';

const WINDOW_SECONDS = 60;

const QUOTAS = { requests: LIMITS.requestsPerMinute, writes: LIMITS.writesPerMinute };
type Policy = keyof typeof QUOTAS;

/** What one limit says of one call. */
export type Count = { policy: Policy; allowed: boolean; remaining: number; resetSeconds: number };

/** The limits of a connection, in fixed windows of a minute that begin with the first call (contract §7). */
export type Limits = {
  /** `calls` is how many come at once: they are let through together or not at all. 0 only tells what is left. */
  countRequest(connectionId: string, calls?: number): Promise<Count>;
  countWrite(connectionId: string, calls?: number): Promise<Count>;
};

/**
 * The largest delay that a call may suffer from a Redis that does not answer. It is longer than a busy process may be late to
 * read an answer that has come: at 50 ms a burst on a loaded machine was taken for a Redis that is away.
 */
export const LIMITS_TIMEOUT_MS = 200;

/**
 * Limits that all processes share through Redis. Each process also counts for itself, and goes by that while Redis is away.
 * `redis` is a connection of their own that fails at once, with a command timeout of `LIMITS_TIMEOUT_MS`.
 */
export const createLimits = (redis: Redis): Limits => {
  const counter = (policy: Policy) => {
    const points = QUOTAS[policy];
    const options = { keyPrefix: `limit:${policy}`, points, duration: WINDOW_SECONDS };
    const own = new RateLimiterMemory(options);
    const shared = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      // A connection that has used its minute up is refused here, without asking Redis.
      inMemoryBlockOnConsumed: points,
    });
    const [byRedis, byProcess] = [limitDecisions(policy, 'redis'), limitDecisions(policy, 'process')];
    return async (connectionId: string, calls = 1): Promise<Count> => {
      const ownCount = await consume(own, policy, connectionId, calls);
      const sharedCount = await consume(shared, policy, connectionId, calls).catch(() => undefined);
      const count = sharedCount ?? ownCount;
      (sharedCount ? byRedis : byProcess)(count.allowed);
      return count;
    };
  };
  return { countRequest: counter('requests'), countWrite: counter('writes') };
};

/** Counts calls. A refusal is an answer; an Error is a fault of the limiter and is thrown. */
const consume = (
  limiter: RateLimiterAbstract,
  policy: Policy,
  connectionId: string,
  calls: number,
): Promise<Count> =>
  limiter.consume(connectionId, calls).then(
    (result) => present(policy, true, result),
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return present(policy, false, refusal);
      throw refusal;
    },
  );

const present = (policy: Policy, allowed: boolean, result: RateLimiterRes): Count => ({
  policy,
  allowed,
  remaining: result.remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
});

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

/** The problem of a call beyond a limit. */
export const rateLimited = ({ policy, resetSeconds }: Count): Problem =>
  new Problem(
    'rate_limited',
    `More than ${QUOTAS[policy]} ${policy} in a minute. Try again in ${resetSeconds} s.`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
