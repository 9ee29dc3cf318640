import { afterAll, describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from 'shared/contract/limits.ts';
import { ALL_SCOPES, type Scope } from 'shared/contract/scopes.ts';
import { type Answer, call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { type Described, describedOperations, type Input } from './described-operations.ts';
import { expectNoCrash, expectNoFault, expectProblemDocument, fuzzOptions } from './expectations.ts';
import { mutatedRequests, requestOf } from './mutated-requests.ts';
import { type Sent, send } from './send.ts';

const operations = await describedOperations();
expectNoCrash();

/** Fewer than the write limit per minute of a token. */
const CALLS_PER_TOKEN = 50;
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Etc/GMT+12'];

/** Tokens of new people, replaced before one reaches its limit. */
const createTokens = (scopes?: Scope[]) => {
  let token = '';
  let used = CALLS_PER_TOKEN;
  return async (isUsedUp = false): Promise<string> => {
    if (used >= CALLS_PER_TOKEN || isUsedUp) {
      const timeZone = ZONES[Math.floor(Math.random() * ZONES.length)] ?? 'UTC';
      token = (await newConnection({ timeZone, ...(scopes && { scopes }) })).token;
      used = 0;
    }
    used += 1;
    return token;
  };
};

const sharedToken = createTokens();
const tokenToRevoke = createTokens();
const nextToken = ({ id }: Described): Promise<string> =>
  id === 'revoke_current_token' ? tokenToRevoke(true) : sharedToken();
const nextOfScopes = new Map(
  ALL_SCOPES.map((scope) => [scope as string, createTokens(ALL_SCOPES.filter((other) => other !== scope))]),
);

const withToken = (sent: Sent, token: string): Sent => ({
  ...sent,
  headers: [['Authorization', `Bearer ${token}`], ...sent.headers],
});

/** Expects an answer that the description allows and that is not a server error. */
const expectDescribed = (operation: Described, answer: Answer): void => {
  expectNoFault(answer);
  if (answer.status >= 400) expectProblemDocument(answer);
  expect(operation.mismatchOf(answer)).toBeUndefined();
};

/** A schema cannot tell whether a record exists or whether a date is too late. */
const REFUSALS = [
  'not_found',
  'invalid_range',
  'range_too_long',
  'too_many_profiles',
  'idempotency_conflict',
  'rate_limited',
  'version_conflict',
  'not_kept',
];
/** Nor whether what a correction names contradicts itself, or says anything, whether a day is named twice, or a cursor is ours. */
const refusalsOf = ({ method, id }: Described): string[] =>
  method === 'PATCH' || ['copy_meal', 'list_changes'].includes(id)
    ? [...REFUSALS, 'validation_failed']
    : REFUSALS;

const isSafe = ({ method }: Sent): boolean => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);

describe('input that is valid according to /openapi.json', () => {
  for (const operation of operations)
    proves(['Z.valid'], `is accepted by ${operation.id}`, async () => {
      const property = fc.asyncProperty(operation.input, async (input) => {
        const token = operation.scope && (await nextToken(operation));
        const answer = await send(requestOf(operation, input, token));
        expectDescribed(operation, answer);
        if (answer.status >= 400)
          expect([refusalsOf(operation), answer.body]).toEqual([
            expect.arrayContaining([answer.body.code]),
            answer.body,
          ]);
      });
      await fc.assert(property, fuzzOptions(operation.body ? 12 : 4));
    });
});

describe('nearly valid input', () => {
  for (const operation of operations)
    proves(['Z.fuzz', 'H19'], `is answered by ${operation.id} according to the description`, async () => {
      const property = fc.asyncProperty(mutatedRequests(operation), async ({ sent, isBodyAlone }) => {
        const token = operation.scope && (await nextToken(operation));
        const answer = await send(token ? withToken(sent, token) : sent);
        expectNoFault(answer);
        if (answer.status >= 400) expectProblemDocument(answer);
        if (isBodyAlone) expect(operation.mismatchOf(answer)).toBeUndefined();
        if (isBodyAlone && answer.status < 300)
          expect(operation.isBody(JSON.parse(String(sent.body).replace(/^\ufeff/, '')))).toBe(true);
      });
      await fc.assert(property, fuzzOptions(operation.body ? 30 : 10));
    });
});

describe('a body that cannot be read', () => {
  for (const operation of operations)
    proves(['H19', 'S4.described'], `is answered by ${operation.id} as described`, async () => {
      const [input] = fc.sample(operation.input, 1) as [Input];
      for (const body of ['{', ' '.repeat(LIMITS.bodyBytes + 1)]) {
        const token = operation.scope && (await nextToken(operation));
        expectDescribed(operation, await send({ ...requestOf(operation, input, token), body }));
      }
    });
});

describe('without a token that has the scope', () => {
  for (const operation of operations.filter(({ scope }) => scope))
    proves(
      ['Z.fuzz', 'S5.token', 'S5.scope'],
      `${operation.id} is refused, however it is called`,
      async () => {
        const property = fc.asyncProperty(
          mutatedRequests(operation),
          fc.boolean(),
          async ({ sent }, hasToken) => {
            const others = nextOfScopes.get(operation.scope ?? '');
            const answer = await send(hasToken && others ? withToken(sent, await others()) : sent);
            expectNoFault(answer);
            if (!isSafe(sent) || sent.method === operation.method)
              expect(answer.status).toBeGreaterThanOrEqual(400);
            if (answer.status >= 400) expectProblemDocument(answer);
          },
        );
        await fc.assert(property, fuzzOptions(4));
      },
    );
});

afterAll(async () => expect((await call('GET', '/meta')).status).toBe(200));
