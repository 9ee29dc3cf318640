import { afterAll, beforeAll, expect } from '@jest/globals';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';

let onHttps: Replica;
beforeAll(async () => {
  onHttps = await startReplica(site, 'gateway', { SITE_URL: 'https://diary.example.org' });
});
afterAll(() => onHttps?.end());

const PATHS = [
  '/',
  '/signin',
  '/terms',
  '/report',
  '/nothing',
  '/api/v1/meta',
  '/api/v1/me',
  '/mcp',
  '/openapi.json',
  '/connect.md',
  '/assets/icon.svg',
  '/.well-known/oauth-authorization-server',
  '/oauth/authorize',
  '/oauth/token',
  '/r/x',
  '/approve/x',
  '/health',
];

proves(['Z.headers', 'H18'], 'every answer has security headers', async () => {
  for (const path of PATHS) {
    const { headers } = await fetch(`${site.url}${path}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([path, headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
      path,
      'nosniff',
      'no-referrer',
    ]);
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining(directive),
      ]);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
  }
});

proves(['Z.headers'], 'if the site uses https, HSTS holds for a year', async () => {
  for (const path of PATHS) {
    const { headers } = await fetch(`${onHttps.set.url}${path}`, { redirect: 'manual' });
    expect([path, headers.get('strict-transport-security')]).toEqual([
      path,
      'max-age=31536000; includeSubDomains',
    ]);
  }
});
