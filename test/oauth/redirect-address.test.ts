import { describe, expect } from '@jest/globals';
import { proves } from '../support/proves.ts';
import { authorize, newClient } from './steps.ts';

describe('a redirect URI', () => {
  const registered = 'https://client.example/callback?x=1';
  for (const [address, what] of [
    ['https://client.example/callback?x=1/', 'a slash'],
    ['https://client.example/callback/?x=1', 'a slash in its path'],
    ['https://client.example:8443/callback?x=1', 'a port'],
    ['https://client.example/Callback?x=1', 'case'],
    ['https://CLIENT.example/callback?x=1', 'case in its host'],
    ['http://client.example/callback?x=1', 'its scheme'],
    ['https://client.example/callback?x=1&y=2', 'a parameter'],
    ['https://client.example/callback?x=1#', 'a fragment'],
    ['https://client.example/a/../callback?x=1', 'dots'],
    ['https://client.example.evil.example/callback?x=1', 'its host'],
    ['javascript:alert(1)', 'everything'],
  ])
    proves(['H7', 'C5.redirect'], `that differs by ${what} gets an error page`, async () => {
      const client = await newClient({ redirect_uris: [registered] });
      const { status, location, html, cookie } = await authorize(client, { redirect_uri: address });
      expect([status, location, cookie]).toEqual([400, '', '']);
      expect(html).toContain('invalid_redirect_uri');
      expect(html).toMatch(/^<!DOCTYPE html>/);
    });

  proves(['H7', 'C5.redirect'], 'that is given twice gets an error page', async () => {
    const client = await newClient({ redirect_uris: [registered] });
    for (const address of ['https://evil.example/', registered]) {
      const refused = await authorize(client, { redirect_uri: [address, address] });
      expect(refused).toMatchObject({ status: 400, location: '' });
    }
  });

  proves(['H7', 'C5.redirect'], 'on a loopback address may differ in its port only', async () => {
    const client = await newClient({ redirect_uris: ['http://127.0.0.1:3000/cb', 'http://[::1]/cb'] });
    for (const redirect_uri of ['http://127.0.0.1:51234/cb', 'http://127.0.0.1/cb', 'http://[::1]:8/cb'])
      expect((await authorize(client, { redirect_uri })).location).toContain('/oauth/authorize/');
    for (const redirect_uri of [
      'http://localhost:3000/cb',
      'http://127.0.0.1:3000/CB',
      'https://127.0.0.1:3000/cb',
    ])
      expect(await authorize(client, { redirect_uri })).toMatchObject({ status: 400, location: '' });
  });

  proves(['H7', 'C5.redirect'], 'is required if several are registered', async () => {
    const client = await newClient({ redirect_uris: ['https://a.example/cb', 'https://b.example/cb'] });
    expect(await authorize(client, { redirect_uri: undefined })).toMatchObject({ status: 400, location: '' });
  });
});
