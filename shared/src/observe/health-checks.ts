import { withTimeout } from '../process/with-timeout.ts';

/** What the service cannot work without, or works worse without: each check resolves when it is there. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export type CheckResult = { up: boolean; ms: number };

const CHECK_TIMEOUT_MS = 2000;
const CACHE_TTL_MS = 500;

const runCheck = async (check: HealthChecks[string]): Promise<CheckResult> => {
  const start = performance.now();
  const up = await withTimeout(Promise.resolve().then(check), CHECK_TIMEOUT_MS).then(
    () => true,
    () => false,
  );
  return { up, ms: performance.now() - start };
};

/** Asks all at once; what has not answered within 2 s is down. */
const runChecks = async (checks: HealthChecks): Promise<Record<string, CheckResult>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
    ),
  );

/**
 * `runChecks`, its results cached for half a second: however many callers ask every second, the database is asked twice at
 * most.
 */
export const cacheChecks = (checks: HealthChecks): (() => ReturnType<typeof runChecks>) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let results: ReturnType<typeof runChecks>;
  return () => {
    if (performance.now() - checkedAt > CACHE_TTL_MS) {
      checkedAt = performance.now();
      results = runChecks(checks);
    }
    return results;
  };
};
