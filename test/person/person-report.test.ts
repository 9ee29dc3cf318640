import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { send } from '../mcp/mcp-client.ts';
import { connectClient, refresh } from '../oauth/steps.ts';
import { closeBrowser, rowsOf, type Visit } from '../pages/browser.ts';
import { meal } from '../rest/samples.ts';
import { call, meStatus, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { callAs, newPerson, type Person, visitAs } from './diary-person.ts';
import { open, postAs, signIn } from './steps.ts';

const DAY = '2026-10-04';

let visited: Visit | undefined;
const visitReport = async (person: Person, options: BrowserContextOptions = {}): Promise<Page> => {
  visited = await visitAs(person, options);
  await visited.page.goto(`${site.url}/report?period=daily&day=${DAY}`);
  return visited.page;
};
afterEach(async () => {
  await visited?.close();
  visited = undefined;
});
afterAll(closeBrowser);

/** The card of an assistant on a page. */
const cardOf = (page: Page, name: string) =>
  page.locator('.assistants li', { has: page.getByRole('heading', { name, exact: true }) });

describe('an empty /report', () => {
  proves(['C8.report'], 'starts with how to connect an assistant if there is none', async () => {
    const alone = await open('/report', await signIn());
    expect(alone.html).toMatch(
      /<div class="panel">\s*<h2>[^<]+<\/h2>\s*<p>[^<]+<a href="\/\?language=en#connect">/,
    );
    const { html } = await open('/report', await newPerson());
    expect(html).not.toContain('#connect');
  });
});

describe('the assistants on /report', () => {
  let second: Replica;
  beforeAll(async () => {
    second = await startReplica(site, 'gateway');
  });
  afterAll(() => second?.end());

  proves(['C8.report', 'S1.disconnect'], 'are shown with type, dates, scopes and calls', async () => {
    const person = await newPerson({ clientName: 'Kitchen assistant', scopes: ['records:write'] });
    const { email } = person;
    await newConnection({ email, clientName: 'Reader', scopes: ['reports:read', 'share:manage'] });
    const client = await connectClient({}, { email });
    for (let times = 0; times < 3; times += 1) await callAs(person, 'POST', '/meals', meal);
    await call('POST', '/meals', { token: person.token, body: {} });
    await eventually(
      async () => (await open('/report', person)).html.includes('Record a meal: 3'),
      'the calls to be counted',
    );
    const page = await visitReport(person);
    const kitchen = cardOf(page, 'Kitchen assistant');
    expect(await kitchen.locator('dd').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/),
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/),
      'add and delete records, and add diaries',
      // Refused calls are not counted.
      'Record a meal: 3',
    ]);
    expect(await kitchen.locator('h3 + p').textContent()).toBe('You approved it by e-mail');
    const reader = cardOf(page, 'Reader');
    expect(await reader.locator('dd').allInnerTexts()).toEqual([
      expect.any(String),
      'not yet',
      'read your reports\ncreate and withdraw links to your reports',
      'nothing',
    ]);
    const signedIn = page.locator('.assistants li', { hasText: 'You signed in from its own page' });
    expect(await signedIn.count()).toBe(1);
    expect(await page.content()).not.toContain(client.access_token);
  });

  proves(
    ['C8.report', 'S1.disconnect'],
    'are refused from the next call on once disconnected, at every gateway',
    async () => {
      const person = await newPerson({ clientName: 'Kitchen assistant' });
      const client = await connectClient({}, { email: person.email });
      const other = await newConnection({ email: person.email, clientName: 'Other' });
      const everywhere = [site, second.set];
      const statuses = async (token: string) => {
        const answers = everywhere.map(async (set) => {
          const mcp = await send({ method: 'tools/list' }, { token, set });
          return [await meStatus(token, set), mcp.status];
        });
        return (await Promise.all(answers)).flat();
      };
      // Every gateway has cached every token.
      for (const token of [person.token, client.access_token, other.token])
        expect(await statuses(token)).toEqual([200, 200, 200, 200]);

      const page = await visitReport(person, { javaScriptEnabled: false });
      await cardOf(page, 'Kitchen assistant').getByRole('button', { name: 'Disconnect' }).click();
      expect(await statuses(person.token)).toEqual([401, 401, 401, 401]);
      await page.getByRole('status').getByText('The assistant is disconnected').waitFor();
      // The same report, in the same language.
      expect(new URL(page.url()).pathname).toBe('/report');
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        period: 'daily',
        day: DAY,
        profile: expect.any(String),
        language: 'en',
        notice: 'disconnected',
      });
      expect(await cardOf(page, 'Kitchen assistant').count()).toBe(0);

      const signedIn = page.locator('.assistants li', { hasText: 'You signed in from its own page' });
      await signedIn.getByRole('button', { name: 'Disconnect' }).click();
      expect(await statuses(client.access_token)).toEqual([401, 401, 401, 401]);
      expect((await refresh(client.client, client.refresh_token)).status).toBe(400);
      expect(await statuses(other.token)).toEqual([200, 200, 200, 200]);
    },
  );

  proves(['C8.report', 'C8.own_pages_only'], "are only the person's own, and there may be none", async () => {
    await newConnection({ clientName: 'Somebody’s assistant' });
    const { html } = await open('/report', await signIn());
    expect(html).toContain('No assistant is connected');
    expect(html).toContain('href="/?language=en#connect"');
    expect(html).not.toContain('Somebody’s assistant');
  });

  proves(['C8.report'], 'reach every diary, which is said where there are several', async () => {
    const person = await newPerson();
    const ofEvery = 'Assistants reach all of your diaries, and the counts below are of all diaries together.';
    expect((await open('/report', person)).html).not.toContain(ofEvery);
    await callAs(person, 'POST', '/profiles', { name: 'Marathon' });
    expect((await open('/report', person)).html).toContain(ofEvery);
  });
});

describe('the report of the signed-in person', () => {
  proves(['C8.report', 'C8.languages'], 'shows the requested diary in the requested language', async () => {
    const person = await newPerson();
    const { id: profile_id } = await callAs(person, 'POST', '/profiles', { name: 'Marathon' });
    const eaten_at = `${DAY}T12:00:00Z`;
    await callAs(person, 'POST', '/meals', { ...meal, eaten_at, description: 'In the first' });
    await callAs(person, 'POST', '/meals', { ...meal, eaten_at, profile_id, description: 'In the second' });
    const page = await visitReport(person);
    await page.getByText('In the first').waitFor();
    expect(await page.getByText('In the second').count()).toBe(0);
    await page.getByRole('link', { name: 'Marathon' }).click();
    await page.getByText('In the second').waitFor();
    expect(await page.getByText('In the first').count()).toBe(0);
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Подключённые ассистенты' }).waitFor();
    // The same diary and day, in the other language.
    await page.getByText('In the second').waitFor();
  });

  proves(['C8.report'], 'says that the diary is another where that of its address is gone', async () => {
    const person = await newPerson();
    const { id } = await callAs(person, 'POST', '/profiles', { name: 'Marathon' });
    const isGone = 'That diary is no longer there. This is your default one.';
    const { html } = await open('/report', person);
    const [, address = ''] = /href="(\?[^"]*)"><bdi>Marathon/.exec(html) ?? [];
    const path = `/report${address.replaceAll('&#38;', '&')}`;
    const before = await open(path, person);
    expect(before.html).toContain('<h1><bdi>Marathon</bdi>');
    expect(before.html).not.toContain(isGone);
    await postAs(person, `/account/profiles/${id}/delete`);
    const after = await open(path, person);
    expect(after.html).toContain('<h1><bdi>My diary</bdi>');
    expect(after.html).toContain(isGone);
    for (const [, next = ''] of after.html.matchAll(/<a href="(\?period=[^"]*)"/g))
      expect((await open(`/report${next.replaceAll('&#38;', '&')}`, person)).html).not.toContain(isGone);
  });

  proves(['C8.report_records'], 'counts activity and sleep by app and assistant', async () => {
    const person = await newPerson({ clientName: 'Kitchen assistant' });
    const watch = await newConnection({ email: person.email, clientName: 'Reader' });
    await callAs(person, 'POST', '/meals', { ...meal, eaten_at: `${DAY}T12:00:00Z`, model: null });
    await callAs(person, 'PUT', `/days/${DAY}/activity`, { steps: 8400 });
    const night = { asleep_minutes: 440, source_app: 'Watch' };
    await call('PUT', `/days/${DAY}/sleep`, { token: watch.token, body: night });
    expect(await rowsOf(await visitReport(person), '.provenance tbody tr')).toEqual([
      ['no model named', 'Kitchen assistant', '1'],
      ['source not stated', 'Kitchen assistant', '1'],
      ['Watch', 'Reader', '1'],
    ]);
  });

  proves(['C8.report', 'C8.own_pages_only'], 'ignores invalid values in its query', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const addresses = [
      'period=hourly&day=2026-02-30&profile=99',
      `profile=${other.account.id}&account_id=${other.account.id}`,
      'period=daily&period=weekly&notice=%3Cb%3E&notice=constructor',
      'notice=constructor&language=xx',
    ];
    for (const query of addresses) {
      const { status, html } = await open(`/report?${query}`, person);
      expect([query, status]).toEqual([query, 200]);
      expect(html).toContain('My diary');
      expect(html).not.toContain('role="status"');
    }
  });
});
