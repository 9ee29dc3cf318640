/** Runs `run` `count` times, `atOnce` at a time: a slow machine answers a larger burst too late, which is no fault of ours. */
export const inWaves = async <T>(count: number, atOnce: number, run: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  while (results.length < count) {
    const wave = Math.min(atOnce, count - results.length);
    results.push(...(await Promise.all(Array.from({ length: wave }, run))));
  }
  return results;
};
