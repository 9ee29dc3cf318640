import { describe, expect } from '@jest/globals';
import { needsToken } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { call } from '../support/client.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { expectProblem } from './answers.ts';
import { expectRefused, newDiary, pathOf } from './bad-input.ts';

describe('a wrong path', () => {
  const segments = [
    '%zz',
    '%',
    '%00',
    '%ff',
    '..%2f',
    '%2e%2e',
    'a%2fb',
    '%0d%0aX: y',
    'x'.repeat(65),
    '%f0%9f%a5%97',
    '$ne',
    '[object Object]',
    '__proto__',
    `${'9'.repeat(5000)}`,
  ];

  for (const operation of OPERATIONS.filter((operation) => operation.params && needsToken(operation)))
    proves(['H19', 'S7.status'], `of ${operation.id} is refused and changes nothing`, async () => {
      const { token, read } = await newDiary();
      const before = await read();
      for (const segment of segments) {
        const params = Object.fromEntries(
          Object.keys(operation.params?.shape ?? {}).map((name) => [name, segment]),
        );
        const answer = await call(operation.method, pathOf(operation, params), {
          token,
          body: operation.example.body,
        });
        expectRefused(answer);
        expect([400, 404]).toContain(answer.status);
      }
      expect(await read()).toEqual(before);
    });

  proves(['H19', 'S7.status'], 'matches no operation', async () => {
    const token = await newToken();
    for (const wrong of [
      '',
      '/',
      '/nothing',
      '//meals',
      '/meals//x',
      '/days/2026-10-04/food',
      '/%6deals%zz',
      '/../../internal/introspect',
      '/..%2f..%2finternal/introspect',
      '/profiles/x',
    ]) {
      const answer = await call('GET', wrong, { token });
      expectRefused(answer);
      expect([400, 404, 405]).toContain(answer.status);
    }
  });
});

describe('a wrong query', () => {
  const queries = [
    'extra=1',
    'profile_id=%00',
    'profile_id=%zz',
    '__proto__=1',
    'constructor=1',
    'day[]=1',
    '&&=&==',
    '%',
    'q=1&q=2',
    'profile_id',
    'toString=1',
  ];
  for (const operation of OPERATIONS.filter(
    (operation) => needsToken(operation) && operation.id !== 'revoke_current_token',
  ))
    proves(['H19', 'H20', 'C1.named'], `of ${operation.id} is refused and changes nothing`, async () => {
      const { token, read } = await newDiary();
      const before = await read();
      for (const query of queries) {
        const answer = await call(operation.method, `${pathOf(operation)}?${query}`, {
          token,
          body: operation.example.body,
        });
        expectRefused(answer);
        expect([400, 404]).toContain(answer.status);
      }
      expect(await read()).toEqual(before);
    });
});

proves(['H20', 'C1.named'], 'a parameter after a thousand empty ones is not dropped', async () => {
  const token = await newToken();
  const dayBehind = (query: string) => call('GET', `/days/2026-10-04?${'&'.repeat(1000)}${query}`, { token });
  expect((await dayBehind('')).status).toBe(200);
  expect((await dayBehind('profile_id=prof_nobody')).status).toBe(404);
  expectProblem(await dayBehind('bogus=1'), 400, 'validation_failed', 'query/bogus');
});
