import { describe, expect } from '@jest/globals';
import { open, type PageAnswer, signIn } from '../person/steps.ts';
import { csrfIn, newConnection } from '../support/client.ts';
import { logsOnceTold } from '../support/logs.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { revoke, share } from './share-link-calls.ts';

/** A page without what differs between requests. */
const withoutRequestId = ({ html, headers }: PageAnswer) =>
  html.replaceAll(headers.get('x-request-id') ?? '', '');

describe('a shared page', () => {
  proves(['C8.shared_report'], 'says how long it can be read, if its link expires', async () => {
    const { token } = await newConnection();
    expect((await open((await share(token, { expires_in_days: 1 })).url)).html).toMatch(
      /The link works until \d+ \w+ \d{4}, \d\d:\d\d UTC\./,
    );
    expect((await open((await share(token)).url)).html).not.toContain('The link works until');
    const russian = await open(`${(await share(token, { expires_in_days: 1 })).url}?language=ru`);
    expect(russian.html).toMatch(/Ссылка действует до \d+ \S+ \d{4}\sг\., \d\d:\d\d UTC\./);
  });

  proves(['H17', 'C3.share_link_gone'], 'with a guessed or garbled secret is the same 404', async () => {
    const { token } = await newConnection();
    const { url } = await share(token);
    const secret = url.slice(url.lastIndexOf('/') + 1);
    const guessed = await open(`${site.url}/r/${secret.split('').toReversed().join('')}`);
    expect(guessed.status).toBe(404);
    const garbled = [
      secret.slice(1),
      `${secret}=`,
      secret.toUpperCase(),
      'x',
      '%00',
      '%zz',
      '%2f',
      'a'.repeat(4000),
    ];
    for (const one of garbled) {
      const answer = await open(`${site.url}/r/${one}`);
      expect([one, answer.status]).toEqual([one, 404]);
      expect(withoutRequestId(answer)).toBe(withoutRequestId(guessed));
      const problem = await open(`${site.url}/r/${one}`, { accept: 'application/json' });
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
    for (const path of ['/r', '/r/', `/r/${secret}/more`])
      expect((await open(`${site.url}${path}`)).status).toBe(404);
    expect((await open(url, { method: 'POST' })).status).toBe(401);
  });

  proves(
    ['C8.accessible'],
    'is compressed: a slow phone would wait seconds for a month of plots',
    async () => {
      const { token, email } = await newConnection();
      const { url } = await share(token);
      const person = await signIn(email);
      const read = async (address: string, method = 'GET') => {
        const { headers } = await open(address, { ...person, method });
        return ['content-encoding', 'content-length', 'cache-control'].map((name) => headers.get(name));
      };
      for (const address of [url, '/report'])
        for (const method of ['GET', 'HEAD'])
          expect([method, ...(await read(address, method))]).toEqual([method, 'gzip', null, 'no-store']);
      // The addresses of links are secrets, and stay the same: lengths would tell of them (BREACH).
      expect(await read('/account/links')).toEqual([null, expect.any(String), 'no-store']);
      const tokens = await Promise.all([1, 2].map(async () => csrfIn((await open('/report', person)).html)));
      expect(new Set(tokens).size).toBe(2);
    },
  );

  proves(['C8.shared_report', 'C8.steps_in_time'], 'ignores invalid values in its query', async () => {
    const { token } = await newConnection();
    const { url } = await share(token);
    const weekly = (await open(url)).html;
    const title = (html: string) => /<h1.*?<\/h1>/s.exec(html)?.[0];
    for (const query of [
      '?period=yearly',
      '?day=2026-02-30',
      '?day=9999-12-31',
      '?day=a&day=b',
      '?x[$ne]=1',
      '?',
    ]) {
      const { status, html } = await open(`${url}${query}`);
      expect([query, status, title(html)]).toEqual([query, 200, title(weekly)]);
    }
    const past = await open(`${url}?period=monthly&day=2024-02-29`);
    expect([past.status, title(past.html)]).toEqual([200, expect.stringContaining('February 2024')]);
    expect((await open(`${url}?period=weekly&day=0001-01-01`)).status).toBe(200);
  });

  proves(['C1.private', 'H17'], 'leaves no part of its secret in a log', async () => {
    const { token } = await newConnection();
    const { id, url } = await share(token);
    const secret = url.slice(url.lastIndexOf('/') + 1);
    await open(url);
    await revoke(token, id);
    const refused = [await open(url), await open(`${site.url}/r/${secret}x`)];
    const logs = await logsOnceTold(refused);
    expect(logs).toContain('GET /r/{secret}');
    expect(logs).not.toContain(secret);
  });
});
