import { afterAll, beforeAll, expect } from '@jest/globals';
import { problem } from 'shared/contract/problem.ts';
import type { Answer } from '../support/client.ts';
import { environment } from '../support/config.ts';
import { INTERNALS } from '../support/internals.ts';
import { readParts, site } from '../support/set.ts';

/** Expects an answer that is not a server error and discloses no internals. */
export const expectNoFault = (answer: Answer): void => {
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.text).not.toMatch(INTERNALS);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
};

/** Expects a problem document (RFC 9457) with the status of the answer. */
export const expectProblemDocument = (answer: Answer): void => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  if (answer.text === '') return;
  expect(problem.strict().parse(answer.body)).toMatchObject({
    status: answer.status,
    type: `${site.url}/connect.md#${answer.body.code}`,
    request_id: answer.headers.get('x-request-id'),
  });
};

const { FUZZ_SEED, FUZZ_RUNS } = environment;

/**
 * The options of a property: a new seed each time, which a failure prints. `FUZZ_SEED=…` repeats that one, `FUZZ_RUNS=20` runs
 * twenty times as many cases.
 */
export const fuzzOptions = (numRuns: number): { numRuns: number; seed?: number } => ({
  numRuns: numRuns * Number(FUZZ_RUNS ?? 1),
  ...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }),
});

/** Expects that no process of the set crashes while the tests of this file run. */
export const expectNoCrash = (): void => {
  const pids = async () =>
    Object.entries(await readParts(site.dataDir)).map(([name, { pid }]) => [name, pid]);
  let before: Awaited<ReturnType<typeof pids>>;
  beforeAll(async () => {
    before = await pids();
  });
  afterAll(async () => expect(await pids()).toEqual(before));
};
