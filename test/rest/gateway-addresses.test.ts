import { describe, expect } from '@jest/globals';
import { INSTRUCTIONS_VERSION } from 'shared/contract/service.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectBareProblem, getRaw, hostLine, sendRaw } from './gateway-raw.ts';

describe('the health of the gateway', () => {
  proves(['C1.on_every_answer'], 'has a request id and the version, and no cache keeps it', async () => {
    for (const target of ['/health', '/health/live', '/health/ready', '/health/nothing']) {
      const [first, second] = [await getRaw(target), await getRaw(target)];
      expect([target, first.headers['instructions-version']]).toEqual([target, INSTRUCTIONS_VERSION]);
      expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect([target, first.headers['cache-control']]).toEqual([target, 'no-store']);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
  });
});

describe('a path', () => {
  const unknown = [
    '//api/v1/me',
    '/api//v1/me',
    '/api/v1/me/',
    '/api/v1/me%00',
    '/api/v1/me;x=1',
    '/API/v1/me',
    '/api/v1/%6de',
    '/api/v2/me',
    '/api/v1/meals/..%2fme/x',
    '/api/v1/days/2026-10-04/../../me',
    '/api/v1/../../internal/introspect',
    '/internal/introspect',
    '/internal%2fintrospect',
    '//internal/introspect',
    '/api/v1/internal/introspect',
    '/approve',
    '/%',
    '/nothing',
    '/.well-known/nothing',
    '/connect.md/',
  ];
  proves(['H19', 'H24'], 'similar to one of ours is a 404 problem', async () => {
    const { token } = await newConnection();
    for (const target of unknown) {
      const answer = await getRaw(target, `Authorization: Bearer ${token}`);
      expect([target, answer.status]).toEqual([target, 404]);
      expectBareProblem(answer, 404);
      expect(answer.body.detail).toMatch(/no such address.* below \/api\/v1,.*openapi\.json/);
    }
    const { body } = await call('DELETE', '/meals/meal_unknown', { token });
    expect(body.detail).toBe('There is nothing with this identifier.');
    for (const target of ['/api/v1/meals/%zz', '/api/v1/meals/%e0%a4%a', '/api/v1/activity/%'])
      expectBareProblem(await sendRaw([`DELETE ${target} HTTP/1.1`, hostLine()]), 404);
  });

  proves(['H19', 'H24'], 'parameter is only an identifier', async () => {
    const { token } = await newConnection();
    const authorization = `Authorization: Bearer ${token}`;
    for (const id of [
      '..%2fme',
      '%2e%2e',
      '..',
      '%2Finternal%2Fintrospect',
      '%00',
      'x%3Fprofile_id=1',
      '%23',
    ])
      expect([400, 404]).toContain(
        (await sendRaw([`DELETE /api/v1/meals/${id} HTTP/1.1`, hostLine(), authorization])).status,
      );
    for (const day of ['..', '%2e%2e', '..%2f..%2fme', '2026-10-04%2factivity'])
      expectBareProblem(await getRaw(`/api/v1/days/${day}`, authorization), 400);
  });

  proves(['H19'], 'of ours accepts only its methods', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'POST']) {
      const answer = await sendRaw([`${method} /api/v1/me HTTP/1.1`, hostLine(), 'Content-Length: 0']);
      expectBareProblem(answer, 405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    for (const path of [
      '/health',
      '/openapi.json',
      '/connect.md',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const answer = await sendRaw([`POST ${path} HTTP/1.1`, hostLine(), 'Content-Length: 0']);
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
    expectBareProblem(await sendRaw(['CONNECT example.org:443 HTTP/1.1', hostLine()]), 405);
    const options = await sendRaw(['OPTIONS /api/v1/meals HTTP/1.1', hostLine()]);
    expect([options.status, options.headers.allow]).toEqual([204, 'POST, GET, HEAD, OPTIONS']);
  });

  proves(['H19'], 'that is unknown is a page for browsers, and a problem for others', async () => {
    const browser = await getRaw('/nothing', 'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect([browser.status, browser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(browser.headers['content-security-policy']).toContain("default-src 'none'");
    expectBareProblem(await getRaw('/api/v1/nothing', 'Accept: text/html'), 404);
  });
});
