import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { call, meStatus, newConnection, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { open, PERSONAL_PAGES, post, postAs, type SignedIn, signIn } from './steps.ts';

describe('a set of its own', () => {
  let set: ServiceSet;
  beforeAll(async () => {
    set = await startSet({
      env: {
        LIMIT_CONNECT_PER_NETWORK: '10',
        OPERATOR_NAME: 'Ana & Friends',
        OPERATOR_CONTACT: 'hello@example.org',
      },
    });
  }, 600_000);
  afterAll(() => set?.stop());

  proves(
    ['C4.sign_in_limits', 'C8.page_errors'],
    'says when mail or Redis is down, and does not count the attempt',
    async () => {
      const email = newEmail();
      const links = () => onDatabase((db) => db.collection('sign_in_links').countDocuments({ email }), set);
      for (const part of ['mailbox', 'redis']) {
        const answer = await set.whileFrozen(part, () => post('/signin', { email }, { set }));
        expect(answer.status).toBe(502);
        expect(answer.html).toMatch(/id="email-error">The e-mail could not be sent just now/);
        expect(answer.html).toContain(`name="email" value="${email}"`);
        expect(await links()).toBe(0);
      }
      // The failures did not count: three are still possible.
      await eventually(
        async () => (await post('/signin', { email }, { set })).status === 303,
        'the mail to go',
      );
    },
  );

  const openAll = (person: SignedIn) =>
    Promise.all(PERSONAL_PAGES.map(async (path) => ({ path, ...(await open(path, person)) })));

  proves(['C8.page_errors', 'C7.database_away'], 'says on every page when the database is down', async () => {
    const person = await signIn(newEmail(), set);
    const ofEverybody = ['/', '/terms', '/privacy', '/signin'];
    const [answers, others] = await set.whileFrozen(await databasePart(set), () =>
      Promise.all([openAll(person), Promise.all(ofEverybody.map((path) => open(path, person)))]),
    );
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { path, status, headers, html } of answers) {
      expect([path, status]).toEqual([path, 503]);
      expect(headers.get('retry-after')).toBeTruthy();
      expect(html).toContain('We will be back in a moment');
    }
    await eventually(async () => (await open('/account', person)).status === 200, 'the database to be back');
    expect((await call('GET', '/meta', { set })).status).toBe(200);
  });

  proves(
    ['C8.page_errors', 'S1.disconnect'],
    'shows every page and disconnects at once when Redis is down',
    async () => {
      const { email, token } = await newConnection({ set });
      const person = await signIn(email, set);
      expect(await meStatus(token, set)).toBe(200);
      await set.whileFrozen('redis', async () => {
        const answers = await openAll(person);
        for (const { path, status } of answers) expect([path, status]).toEqual([path, 200]);
        const id = /name="id" value="(tok_[^"]+)"/.exec(answers[0]?.html ?? '')?.[1] ?? '';
        expect((await postAs(person, '/account/disconnect', { id })).status).toBe(303);
        expect(await meStatus(token, set)).toBe(401);
      });
      await eventually(
        async () => (await post('/signin', { email: newEmail() }, { set })).status === 303,
        'Redis to be back',
      );
      // No gateway has gone back to its cache.
      expect(await meStatus(token, set)).toBe(401);
    },
  );

  proves(['C8.page_errors'], 'says when the service of a page is down, and shows the others', async () => {
    const person = await signIn(newEmail(), set);
    const [answers, posted] = await set.whileFrozen('reports', () =>
      Promise.all([openAll(person), post('/account/links', {}, person)]),
    );
    expect(posted.html).toContain('href="/account/links?language=en">Back to the page</a>');
    for (const { path, status, html } of answers) {
      const isAway = ['/report', '/account/links', '/clients'].includes(path);
      expect([path, isAway ? [503, 504].includes(status) : status]).toEqual([path, isAway || 200]);
      if (isAway) expect(html).toMatch(/We will be back in a moment|That took too long/);
    }
    await eventually(async () => (await open('/report', person)).status === 200, 'the report to be back');
  });

  proves(['C8.public_pages'], 'names its operator in the terms and the privacy notice', async () => {
    for (const path of ['/terms', '/privacy']) {
      const { html } = await open(path, { set });
      expect(html).toContain('<dd>Ana &#38; Friends</dd>');
      expect(html).toContain('href="mailto:hello@example.org"');
    }
  });

  proves(['C4.sign_in_limits'], 'counts sign-ins from a network separately from connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('/signin', { email: newEmail() }, { set })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 429]));
    const body = { email: newEmail(), client_name: 'Test assistant' };
    expect((await call('POST', '/connect', { set, body })).status).toBe(202);
  });
});
