import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../contract/problem.ts';
import { limitDecisions } from '../observe/metrics-outcomes.ts';
import { HOUR_SECONDS } from '../process/time.ts';

/**
 * Counts only what it lets pass, in a window that begins with the first, and never gives back more than was taken. The library's own
 * script counts what it refuses, too. KEYS[1] is the counter's key; ARGV[1] is what to add, negative to give back; ARGV[2] is the
 * window in seconds; ARGV[3] is the limit. Returns the count, as it is or would have been, and the rest of the window in ms.
 */
const COUNT_WHAT_PASSES = `
-- Longer than a window is what a clock that was set back makes of it.
if redis.call('TTL', KEYS[1]) > tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
local counted = tonumber(redis.call('GET', KEYS[1]) or 0) + ARGV[1]
if counted >= 0 and counted <= tonumber(ARGV[3]) then
  redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  redis.call('INCRBY', KEYS[1], ARGV[1])
end
return {counted, redis.call('PTTL', KEYS[1])}`;

/** Gives back what was taken. */
export type Refund = () => Promise<void>;

/**
 * Takes one of this hour's for `key`. Throws the 429 `rate_limited`, which costs nothing, or an ordinary error while Redis
 * is down.
 */
export type HourlyLimit = (key: string) => Promise<Refund>;

/** What calls are counted by, in words. */
const COUNTED_BY = { address: 'e-mail address', network: 'network' } as const;
type CountedBy = keyof typeof COUNTED_BY;

const tooMany = (of: CountedBy, msLeft: number): Problem => {
  const seconds = Math.ceil(msLeft / 1000);
  return new Problem(
    'rate_limited',
    `Too many requests for this ${COUNTED_BY[of]}. Try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
};

/**
 * At most `points` an hour for each key, which is an `of`; each `purpose` is counted apart. There is no memory limiter behind it: what
 * it limits needs Redis (C4.mail_verdict, C5.registration), or goes uncounted without. `redis` counts no limits of a connection
 * (`createLimits`): a connection knows one script of the library's.
 */
export const createHourlyLimit = (
  redis: Redis,
  purpose: string,
  of: CountedBy,
  points: number,
): HourlyLimit => {
  const limiter = new RateLimiterRedis({
    keyPrefix: `limit:${purpose}:${of}`,
    points,
    duration: HOUR_SECONDS,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: COUNT_WHAT_PASSES,
  });
  const note = limitDecisions(`${purpose}_by_${of}`, 'redis');
  return async (key) => {
    const refund = async () => void (await limiter.reward(key));
    try {
      await limiter.consume(key);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) {
        // A Redis that hangs counts it after all once it resumes; the refund is the next command that it reads then.
        refund().catch(() => {});
        throw thrown;
      }
      note(false);
      throw tooMany(of, thrown.msBeforeNext);
    }
    note(true);
    return refund;
  };
};
