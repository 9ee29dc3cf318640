import { describe, expect } from '@jest/globals';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

const preflight = (origin: string, method = 'POST') =>
  fetch(`${site.base}/meals`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('pages of other origins', () => {
  proves(['C9.origins'], 'may call if allowed, and read the response headers', async () => {
    const allowed = await preflight(site.url);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(site.url);
    expect(allowed.headers.get('access-control-allow-methods')?.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(allowed.headers.has('access-control-allow-credentials')).toBe(false);

    const { token } = await newConnection();
    for (const answer of [
      await call('GET', '/me', { token, headers: { origin: site.url } }),
      await call('GET', '/me', { headers: { origin: site.url } }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(site.url);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining([
          'WWW-Authenticate',
          'Retry-After',
          'RateLimit',
          'RateLimit-Policy',
          'X-Request-Id',
          'Idempotency-Replayed',
          'Idempotency-Record-Deleted',
          'ETag',
          'Instructions-Version',
          'Allow',
        ]),
      );
    }
  });

  proves(['C9.origins', 'H19'], 'ask by OPTIONS what is there, as everybody may', async () => {
    const headers = { origin: site.url };
    for (const [path, allow] of [
      ['/api/v1/meals', 'POST, GET, HEAD, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/oauth/token', 'POST, OPTIONS'],
    ]) {
      const answer = await fetch(`${site.url}${path}`, { method: 'OPTIONS', headers });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 204, allow]);
      expect(answer.headers.has('content-length')).toBe(false);
    }
    for (const path of ['/api/v1/nothing', '/.well-known/nothing'])
      expect((await fetch(`${site.url}${path}`, { method: 'OPTIONS', headers })).status).toBe(404);
  });

  proves(['C9.origins'], 'get no permission if not allowed, but no error either', async () => {
    const { token } = await newConnection();
    for (const origin of [
      'https://evil.example',
      'null',
      'https://claude.ai.evil.example',
      'http://localhost.evil',
    ]) {
      const preflighted = await preflight(origin);
      expect([preflighted.status, corsHeaders(preflighted.headers)]).toEqual([204, []]);
      const answer = await call('GET', '/me', { token, headers: { origin } });
      expect([answer.status, corsHeaders(answer.headers)]).toEqual([200, []]);
    }
    expect(corsHeaders((await call('GET', '/me', { token })).headers)).toEqual([]);
  });

  proves(['C9.origins', 'H18'], 'get no permission on pages', async () => {
    for (const path of ['/', '/terms'])
      expect(
        corsHeaders((await fetch(`${site.url}${path}`, { headers: { origin: site.url } })).headers),
      ).toEqual([]);
  });

  proves(['C9.origins'], 'may read the public documents', async () => {
    for (const path of ['/openapi.json', '/connect.md']) {
      const { headers } = await fetch(`${site.url}${path}`, {
        headers: { origin: 'https://editor.example' },
      });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(headers.get('etag')).toMatch(/^W\/"/);
      expect(headers.get('access-control-expose-headers')?.split(',')).toContain('ETag');
    }
  });
});
