import { setTimeout as sleep } from 'node:timers/promises';

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>;

/**
 * The first truthy result of `probe`, which is called again and again, at growing intervals; after `limitMs` an error says what
 * was waited for. An error of `probe` ends the wait. The limit only keeps a test from hanging, so it is far more than a slow machine
 * needs.
 */
export const eventually = async <T>(
  probe: () => Promise<T> | T,
  what: string,
  limitMs = 90_000,
): Promise<Truthy<T>> => {
  const start = Date.now();
  for (;;) {
    const answer = await probe();
    if (answer) return answer as Truthy<T>;
    const waited = Date.now() - start;
    if (waited > limitMs) throw new Error(`waited ${limitMs} ms for ${what}`);
    await sleep(Math.min(25 + waited / 20, 250));
  }
};
