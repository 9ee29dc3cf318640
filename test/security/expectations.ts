import { expect } from '@jest/globals';
import { problem } from 'shared/contract/problem.ts';
import type { Answer } from '../support/client.ts';
import { environment } from '../support/config.ts';
import { readParts, site } from '../support/set.ts';

/** What tells of the inside: a stack, a path, a library, an engine, an address behind the gateway. */
export const INSIDE =
  /node_modules|\.[cm]?js:\d|\.ts\b|\bat \S+ \(|\b[A-Z]\w*Error\b|mongo|documentdb|postgres|redis|bullmq|\b(zod|oidc-provider|express|koa)\b|ECONN|127\.0\.0\.1:|\/internal\/|\/work\/|\/tmp\/|\/home\/|\[object /i;

/** Expects an answer that is no fault of ours and tells nothing of the inside. */
export const expectNoFault = (answer: Answer): void => {
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.text).not.toMatch(INSIDE);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
};

/** Expects a refusal in the one form that it has (RFC 9457), with its own status. */
export const expectProblem = (answer: Answer): void => {
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
 * How a property is tried: with a new seed each time, which a failure prints. `FUZZ_SEED=…` tries that one again, `FUZZ_RUNS=20`
 * tries twenty times as often.
 */
export const tries = (numRuns: number): { numRuns: number; seed?: number } => ({
  numRuns: numRuns * Number(FUZZ_RUNS ?? 1),
  ...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }),
});

/** The processes of the set, to be compared with those later: none may have fallen over. */
export const processes = async (): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await readParts(site.dataDir)).map(([name, { pid }]) => [name, pid]));
