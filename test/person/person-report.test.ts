import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { onDatabase } from '../connect/steps.ts';
import { connectClient, refresh } from '../oauth/steps.ts';
import { closeBrowser, type Visit } from '../pages/browser.ts';
import { item, meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Second, startSecond } from '../support/start-second.ts';
import { callAs, locationOf, newPerson, type Person, visitAs } from './diary-person.ts';
import { open, postAs, signIn } from './steps.ts';

const DAY = '2026-10-04';
const REPORT = `/report?period=daily&day=${DAY}`;

let visited: Visit | undefined;
const visitReport = async (person: Person, ...[options]: [Parameters<typeof visitAs>[1]?]): Promise<Page> => {
  visited = await visitAs(person, options);
  await visited.page.goto(site.url + REPORT);
  return visited.page;
};
afterEach(async () => {
  await visited?.close();
  visited = undefined;
});
afterAll(closeBrowser);

/** The card of an assistant on a page, as the person reads it. */
const cardOf = (page: Page, name: string) =>
  page.locator('.assistants li', { has: page.getByRole('heading', { name, exact: true }) });

describe('an empty /report', () => {
  proves(['C8.report'], 'begins with how to connect an assistant where none is', async () => {
    const alone = await open('/report', await signIn());
    expect(alone.html).toMatch(/<div class="panel">\s*<h2>[^<]+<\/h2>\s*<p>[^<]+<a href="\/#connect">/);
    const { html } = await open('/report', await newPerson());
    expect(html).not.toContain('href="/#connect"');
  });
});

describe('the assistants on /report', () => {
  let second: Second;
  beforeAll(async () => {
    second = await startSecond(site, 'gateway');
  }, 120_000);
  afterAll(() => second?.end());

  proves(['C8.report', 'S1.disconnect'], 'are told apart: who, how, since when, what for', async () => {
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
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/),
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/),
      'add and delete records, and add diaries',
      // What was refused is not counted.
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
    'are refused from the very next call on when the button is pressed, at every gateway',
    async () => {
      const person = await newPerson({ clientName: 'Kitchen assistant' });
      const client = await connectClient({}, { email: person.email });
      const other = await newConnection({ email: person.email, clientName: 'Other' });
      const everywhere = [site, second.set];
      const statuses = async (token: string) => {
        const answers = everywhere.map(async (set) => {
          const mcp = await fetch(`${set.url}/mcp`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
          });
          return [(await call('GET', '/me', { set, token })).status, mcp.status];
        });
        return (await Promise.all(answers)).flat();
      };
      // Every gateway has every token in its cache.
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

  proves(['C8.report', 'C8.own_pages_only'], 'are of nobody else, and there may be none', async () => {
    await newConnection({ clientName: 'Somebody’s assistant' });
    const { html } = await open('/report', await signIn());
    expect(html).toContain('No assistant is connected');
    expect(html).toContain('href="/#connect"');
    expect(html).not.toContain('Somebody’s assistant');
  });
});

describe('the report of the signed-in person', () => {
  proves(
    ['C8.report', 'C8.languages'],
    'is of the diary and in the language that are asked for',
    async () => {
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
    },
  );

  proves(['C8.report', 'C8.own_pages_only'], 'passes over what makes no sense in its address', async () => {
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

describe('a record that is deleted from /report', () => {
  const KINDS = ['meal', 'activity', 'sleep', 'wellbeing'] as const;

  /** A day with a record of every kind; their ids by kind. */
  const recordDay = async (person: Person) => {
    const at = `${DAY}T13:05:00+02:00`;
    const recorded = [
      await callAs(person, 'POST', '/meals', {
        ...meal,
        eaten_at: at,
        description: 'Two apples, I think',
        items: [
          { ...item, name: 'Apple' },
          { ...item, name: '<b>Pear</b>' },
        ],
      }),
      await callAs(person, 'PUT', `/days/${DAY}/activity`, { steps: 8400, workouts: [{ type: '<i>Run' }] }),
      await callAs(person, 'PUT', `/days/${DAY}/sleep`, { bedtime: '23:10', asleep_minutes: 440 }),
      await callAs(person, 'POST', '/wellbeing', { text: 'Tired <u>today', recorded_at: at }),
    ];
    return Object.fromEntries(KINDS.map((kind, index) => [kind, recorded[index].id])) as Record<
      (typeof KINDS)[number],
      string
    >;
  };

  /** How much is left of each kind, in the order of `KINDS`. */
  const countsOf = async (person: Person) => {
    const { meals, activity, sleep, wellbeing } = await callAs(person, 'GET', `/days/${DAY}`);
    return [meals.length, Number(activity !== null), Number(sleep !== null), wellbeing.length];
  };

  const question = (kind: string, id: string) =>
    `/report/records/${kind}/${id}/delete?period=daily&day=${DAY}`;

  for (const javaScriptEnabled of [true, false])
    proves(
      ['C8.records_deleted', 'C8.without_script', 'C8.report'],
      `goes after a question that can be declined, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        const person = await newPerson();
        const { meal: id } = await recordDay(person);
        await callAs(person, 'POST', '/meals', {
          ...meal,
          eaten_at: `${DAY}T20:00:00Z`,
          description: 'Stays',
        });
        const page = await visitReport(person, { javaScriptEnabled });
        const ask = () => page.locator(`a[href*="${id}"]`).press('Enter');
        await ask();
        await page.getByRole('heading', { name: 'Delete this meal?' }).waitFor();
        const facts = await page.locator('main dd').allInnerTexts();
        expect(facts).toEqual([
          '4 October 2026, 13:05',
          'Apple, <b>Pear</b>',
          'Two apples, I think',
          '104',
          'Test assistant',
        ]);
        await page.getByRole('link', { name: 'Keep it' }).press('Enter');
        await page.getByText('Two apples, I think').waitFor();
        expect(await countsOf(person)).toEqual([2, 1, 1, 1]);
        await ask();
        await page.getByRole('button', { name: 'Delete it' }).press('Enter');
        await page.getByRole('status').getByText('The record is deleted').waitFor();
        // Back where the person came from.
        expect(new URL(page.url()).searchParams.get('day')).toBe(DAY);
        await page.getByText('Stays').waitFor();
        expect(await page.getByText('Two apples, I think').count()).toBe(0);
        expect(await countsOf(person)).toEqual([1, 1, 1, 1]);
        expect(visited?.complaints).toEqual([]);
      },
    );

  proves(['C8.records_deleted', 'C8.sent_twice'], 'may be of any kind, and goes once', async () => {
    const person = await newPerson();
    const ids = await recordDay(person);
    const expected = [1, 1, 1, 1];
    for (const [index, kind] of KINDS.entries()) {
      const path = question(kind, ids[kind]);
      const { status, html } = await open(path, person);
      expect([kind, status]).toEqual([kind, 200]);
      expect(html).not.toMatch(/<b>|<i>|<u>/);
      await open(path, { ...person, method: 'HEAD' });
      expect(await countsOf(person)).toEqual(expected);
      const answers = await Promise.all([postAs(person, path), postAs(person, path)]);
      for (const answer of answers)
        expect(locationOf(answer)).toBe(`/report?period=daily&day=${DAY}&notice=deleted`);
      expected[index] = 0;
      expect(await countsOf(person)).toEqual(expected);
      expect((await open(path, person)).status).toBe(404);
    }
  });

  proves(['C8.records_deleted', 'C2.day'], 'is told by its time in the zone that the diary had', async () => {
    const person = await newPerson();
    await postAs(person, '/account/profiles', { action: 'save', time_zone: 'Europe/Madrid' });
    const { id } = await callAs(person, 'POST', '/meals', { ...meal, eaten_at: '2026-10-04T22:30:00Z' });
    const note = { text: 'Slept badly.', recorded_at: '2026-10-05T05:10:00Z' };
    const { id: noteId } = await callAs(person, 'POST', '/wellbeing', note);
    await postAs(person, '/account/profiles', { action: 'save', time_zone: 'America/Santiago' });
    expect((await open(question('meal', id), person)).html).toContain('5 October 2026, 00:30');
    expect((await open(question('wellbeing', noteId), person)).html).toContain('5 October 2026, 07:10');
    for (const period of ['daily', 'weekly']) {
      const { html } = await open(`/report?period=${period}&day=2026-10-05`, person);
      expect(html).toContain('<time>00:30</time> Snack');
      expect(html).toContain('<time>07:10</time> Slept badly.');
      expect(html).not.toContain('19:30');
    }
    // As a release stored them that did not keep it.
    await onDatabase(async (db) => {
      for (const name of ['meals', 'wellbeing'])
        await db
          .collection(name)
          .updateMany({ account_id: person.account.id }, { $unset: { clock_time: 1 } });
    });
    const { html } = await open('/report?period=daily&day=2026-10-05', person);
    expect(html).toContain('<time>19:30</time> Snack');
    expect(html).toContain('<time>02:10</time> Slept badly.');
    expect((await open(question('wellbeing', noteId), person)).html).toContain('5 October 2026, 02:10');
  });

  proves(['C8.records_deleted'], 'may be one of a night that came twice', async () => {
    const person = await newPerson();
    const night = { bedtime: '23:10', wake_time: '07:00', asleep_minutes: 440 };
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, night);
    const doubled = await callAs(person, 'PUT', '/days/2026-10-05/sleep', night);
    const { html } = await open(`/report?period=monthly&day=${DAY}`, person);
    expect(html).toContain(`/report/records/sleep/${doubled.id}/delete?`);
    expect((await postAs(person, question('sleep', doubled.id))).status).toBe(303);
    expect((await callAs(person, 'GET', `/days/${DAY}`)).sleep).toMatchObject(night);
    expect((await callAs(person, 'GET', '/days/2026-10-05')).sleep).toBeNull();
  });

  proves(['C8.own_pages_only', 'H20', 'C8.records_deleted'], "is its owner's alone", async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()];
    const ids = await recordDay(theirs);
    for (const kind of KINDS) {
      expect((await open(question(kind, ids[kind]), mine)).status).toBe(404);
      await postAs(mine, question(kind, ids[kind]));
    }
    expect(await countsOf(theirs)).toEqual([1, 1, 1, 1]);
    for (const kind of ['profiles', 'constructor', '__proto__', 'meals'])
      for (const answer of [
        await open(question(kind, ids.meal), theirs),
        await postAs(theirs, question(kind, ids.meal)),
      ])
        expect([kind, answer.status]).toEqual([kind, 404]);
    expect(await countsOf(theirs)).toEqual([1, 1, 1, 1]);
  });
});
