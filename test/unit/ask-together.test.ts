import { describe, expect } from '@jest/globals';
import { askTogether } from 'shared/service/ask-together.ts';
import { proves } from '../support/proves.ts';

/** A question that doubles numbers, and what it was asked at once. `hold` keeps those from being answered that follow. */
const doubling = () => {
  const asked: number[][] = [];
  let held: Promise<unknown> = Promise.resolve();
  const ask = askTogether(async (numbers: readonly number[]) => {
    asked.push([...numbers]);
    await held;
    if (numbers.includes(0)) throw new Error('not zero');
    return numbers.map((number) => number * 2);
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { ask, asked, hold };
};

describe('questions that are asked at once', () => {
  proves(['Z.limits'], 'go together, at most 50, and each has its own answer', async () => {
    const { ask, asked } = doubling();
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1);

    expect(await ask(1)).toBe(2);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map((number) => number * 2));
    expect(asked.map(({ length }) => length)).toEqual([1, 50, 50, 20]);
  });

  proves(['C7.service_away'], 'do not wait for one that hangs', async () => {
    const { ask, asked, hold } = doubling();
    const release = hold();
    const hanging = ask(1);
    while (asked.length === 0) await new Promise(setImmediate);
    hold()();

    expect(await Promise.all([ask(2), ask(3)])).toEqual([4, 6]);
    expect(asked).toEqual([[1], [2, 3]]);
    release();
    expect(await hanging).toBe(2);
  });

  proves(['C7.service_away'], 'fail together, and those that come after do not', async () => {
    const { ask } = doubling();
    const outcomes = await Promise.allSettled([0, 1].map(ask));

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask(2)).toBe(4);
  });
});
