/** Like the promise, but rejects after `ms`; what it waits for goes on. */
export const withTimeout = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('no answer')).unref()),
  ]);
