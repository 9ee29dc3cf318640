import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createPrincipalSigner, signPrincipal, verifyPrincipal } from 'shared/calls/principal.ts';
import { INTROSPECTION_CACHED_MS, REVOCATION_MARKER_SECONDS } from 'shared/deadlines.ts';
import { createKeys } from 'shared/process/keys.ts';
import { proves } from '../support/proves.ts';

const keys = createKeys(['a secret of this test']);
const service = { kind: 'service', service: 'diary' } as const;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a principal is valid for a minute', () => {
  const header = signPrincipal(keys, service);
  jest.advanceTimersByTime(59_999);
  expect(verifyPrincipal(keys, header)).toEqual(service);
});

proves(['C7.revoked_at_once'], 'a revocation is known until nothing from before it is valid', () => {
  // A gateway may sign a principal with the oldest answer that it has cached.
  expect(REVOCATION_MARKER_SECONDS * 1000).toBeGreaterThan(INTROSPECTION_CACHED_MS + 60_000);
});

test("an invalid principal is our fault, not the caller's: 503", () => {
  const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 });
  const header = signPrincipal(keys, service);
  expect(() => verifyPrincipal(keys, 'x')).toThrow(
    expect.objectContaining({ reason: expect.stringContaining('SECRET_KEY') }),
  );
  for (const wrong of ['x', `${header}x`, `x${header}`, signPrincipal(createKeys(['another']), service)])
    expect(() => verifyPrincipal(keys, wrong)).toThrow(unavailable);
  jest.advanceTimersByTime(60_000);
  expect(() => verifyPrincipal(keys, header)).toThrow(unavailable);
});

test('a principal from a clock slightly ahead is valid, from one far ahead is not', () => {
  const now = Date.now();
  const signedAhead = (ms: number) => {
    jest.setSystemTime(now + ms);
    const header = signPrincipal(keys, service);
    jest.setSystemTime(now);
    return header;
  };
  expect(verifyPrincipal(keys, signedAhead(5000))).toEqual(service);
  expect(() => verifyPrincipal(keys, signedAhead(5001))).toThrow(
    expect.objectContaining({ code: 'unavailable', reason: expect.stringContaining('clock') }),
  );
});

test('without a principal there is no caller', () => {
  expect(verifyPrincipal(keys, undefined)).toBeUndefined();
});

test('a signer reuses a signature for a while, but not after a clock jump', () => {
  const sign = createPrincipalSigner(keys);
  const first = sign(service);
  jest.advanceTimersByTime(9_999);
  expect(sign(service)).toBe(first);
  expect(sign({ ...service })).not.toBe(first);
  for (const jump of [86_400_000, -86_400_000]) {
    const before = sign(service);
    jest.setSystemTime(Date.now() + jump);
    expect(sign(service)).not.toBe(before);
    expect(verifyPrincipal(keys, sign(service))).toEqual(service);
  }
});
