import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks `isReady` again and again until it says yes; that it throws counts as "not yet".
 * @throws Error, one line that names the part, when `limitMs` have passed
 */
export async function waitUntilReady(name: string, isReady: () => Promise<boolean>, limitMs = 60_000) {
  const giveUpAt = performance.now() + limitMs;
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`${name} did not answer within ${limitMs / 1000} s.`);
    await sleep(50);
  }
}

/** Whether an address answers 2xx now. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.ok;
}
