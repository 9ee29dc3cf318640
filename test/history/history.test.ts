import { expect, test } from '@jest/globals';
import { runHistory } from './run-history.ts';

test('what assistants see while parts fail can be put in an order', async () => {
  const { operations, seen, anomalies, undecided } = await runHistory({
    seconds: 120,
    seed: 50,
    accounts: 6,
    pause: 1.5,
  });
  expect(anomalies).toEqual([]);
  expect(undecided).toEqual([]);
  // Fewer only where nothing was tried: a quiet machine has some twenty times as many.
  expect(operations).toBeGreaterThan(100);
  expect(seen.length).toBeGreaterThan(2);
}, 600_000);
