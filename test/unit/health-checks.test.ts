import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cacheChecks } from 'shared/service/health-checks.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('cacheChecks', () => {
  test('runs a check once in half a second, however many callers ask', async () => {
    let asked = 0;
    const ask = cacheChecks({ database: async () => (asked += 1) });
    await Promise.all([ask(), ask()]);
    jest.advanceTimersByTime(500);
    await ask();
    expect(asked).toBe(1);
    jest.advanceTimersByTime(1);
    await ask();
    expect(asked).toBe(2);
  });

  test('reports each check separately, and takes an error or no result for down', async () => {
    const ask = cacheChecks({
      there: async () => {},
      away: () => {
        throw new Error('away');
      },
      frozen: () => new Promise(() => {}),
    });
    const results = ask();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await results).toMatchObject({ there: { up: true }, away: { up: false }, frozen: { up: false } });
  });
});
