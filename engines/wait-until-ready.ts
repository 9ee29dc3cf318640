import { setTimeout as sleep } from 'node:timers/promises';

type WaitOptions = { limitMs?: number | undefined; ended?: AbortSignal | undefined };

/**
 * Asks `isReady` again and again until it says `true`. Text is "not yet" and why; that it throws counts as "not yet".
 * @throws Error, one line that names the part, when `limitMs` have passed
 * @throws AbortError when `ended` is aborted
 */
export const waitUntilReady = async (
  name: string,
  isReady: () => Promise<boolean | string>,
  { limitMs = 60_000, ended }: WaitOptions = {},
) => {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const answer = await isReady().catch(() => false);
    if (answer === true) return;
    if (performance.now() > giveUpAt) {
      const seconds = limitMs / 1000;
      if (answer) throw new Error(`${name} is not ready after ${seconds} s: ${answer}`);
      throw new Error(`${name} did not answer within ${seconds} s.`);
    }
    await sleep(50, undefined, { signal: ended });
  }
};

/** Whether an address answers 2xx now, or the body of what it answers instead. */
export const answersOk = async (url: string): Promise<true | string> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  const body = await response.text();
  return response.ok || body;
};
