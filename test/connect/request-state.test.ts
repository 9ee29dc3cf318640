import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import {
  afterStep,
  openedAt,
  type RequestState,
  type Step,
  statusAt,
} from '../../services/auth/src/access/request-state.ts';
import { proves } from '../support/proves.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-10-04T11:00:00Z');
const at = (second: number): Date => new Date(START + second * 1000);

/** A step that is tried `wait` seconds after the one before. */
type Attempt = { wait: number; step: Step };

const attempts = fc.array(
  fc.record({
    wait: fc.oneof(
      fc.integer({ min: 0, max: 40 * MINUTE }),
      fc.constantFrom(299, 300, 301, 1499, 1500, 1501, 1799, 1800, 1801, DAY - 1, DAY, DAY + 1),
    ),
    step: fc.constantFrom<Step>('approve', 'deny', 'deliver'),
  }),
  { maxLength: 8 },
);

/** The status that `C4.transitions` prescribes, from what happened to the request and when. */
const wordsOfTheContract = (done: { step: Step; second: number }[], second: number) => {
  const last = done.at(-1);
  const endsAt =
    last === undefined
      ? 30 * MINUTE
      : last.step === 'approve'
        ? Math.max(30 * MINUTE, last.second + 5 * MINUTE)
        : last.second;
  if (second >= endsAt + DAY) return undefined;
  if (last?.step === 'deny') return 'denied';
  if (last?.step === 'deliver') return 'consumed';
  if (second >= endsAt) return 'expired';
  return last ? 'approved' : 'pending';
};

describe('the five statuses of a connection request', () => {
  proves(['C4.transitions', 'S3.statuses'], 'follow the contract, whatever is tried and when', () => {
    fc.assert(
      fc.property(attempts, (tried: Attempt[]) => {
        let state: RequestState = openedAt(at(0));
        let second = 0;
        const done: { step: Step; second: number }[] = [];
        for (const { wait, step } of tried) {
          second += wait;
          const status = wordsOfTheContract(done, second);
          expect(statusAt(state, at(second))).toBe(status);
          const next = afterStep(state, step, at(second));
          expect(next !== undefined).toBe(status === (step === 'deliver' ? 'approved' : 'pending'));
          if (!next) continue;
          state = next;
          done.push({ step, second });
        }
      }),
      { numRuns: 2000 },
    );
  });

  proves(['C4.expiry'], 'an approved request lives 1800 s, or 5 minutes after a late approval', () => {
    const early = afterStep(openedAt(at(0)), 'approve', at(60));
    const late = afterStep(openedAt(at(0)), 'approve', at(1799));
    expect(early && [1799, 1800].map((second) => statusAt(early, at(second)))).toEqual([
      'approved',
      'expired',
    ]);
    expect(late && [2098, 2099].map((second) => statusAt(late, at(second)))).toEqual(['approved', 'expired']);
  });

  proves(['C4.final'], 'a final status is reported for 24 hours, then unknown', () => {
    const pending = openedAt(at(0));
    expect([1800, 1800 + DAY - 1, 1800 + DAY].map((second) => statusAt(pending, at(second)))).toEqual([
      'expired',
      'expired',
      undefined,
    ]);
    const denied = afterStep(pending, 'deny', at(100));
    expect(denied && [100, 100 + DAY - 1, 100 + DAY].map((second) => statusAt(denied, at(second)))).toEqual([
      'denied',
      'denied',
      undefined,
    ]);
  });
});
