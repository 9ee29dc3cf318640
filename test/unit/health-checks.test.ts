import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cacheChecks } from 'shared/observe/health-checks.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('cacheChecks', () => {
  test('runs a check once in half a second, however many callers ask', async () => {
    let runs = 0;
    const check = cacheChecks({ database: async () => (runs += 1) });
    await Promise.all([check(), check()]);
    jest.advanceTimersByTime(500);
    await check();
    expect(runs).toBe(1);
    jest.advanceTimersByTime(1);
    await check();
    expect(runs).toBe(2);
  });

  test('reports each check separately, and takes an error or no result for down', async () => {
    const check = cacheChecks({
      there: async () => {},
      away: () => {
        throw new Error('away');
      },
      frozen: () => new Promise(() => {}),
    });
    const results = check();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await results).toMatchObject({ there: { up: true }, away: { up: false }, frozen: { up: false } });
  });
});
