/** Something that the service cannot work without, or works worse without: resolves when it is there. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export type CheckResult = { up: boolean; ms: number };

const CHECK_TIMEOUT_MS = 2000;

/** Rejects after 2 s. */
export const withTimeout = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, CHECK_TIMEOUT_MS, new Error('no answer')).unref()),
  ]);

const runCheck = async (check: HealthChecks[string]): Promise<CheckResult> => {
  const start = performance.now();
  const up = await withTimeout(Promise.resolve().then(check)).then(
    () => true,
    () => false,
  );
  return { up, ms: performance.now() - start };
};

/** Asks all at once; what has not answered within 2 s is down. */
export const runChecks = async (checks: HealthChecks): Promise<Record<string, CheckResult>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
    ),
  );
