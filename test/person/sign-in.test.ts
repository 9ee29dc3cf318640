import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { hashSecret } from 'shared/service/keys.ts';
import { noSessionCookie, sessionCookie, sessionSecret } from 'shared/service/session-cookie.ts';
import { onDatabase } from '../connect/steps.ts';
import { call, csrfIn, newConnection, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, site, startSet } from '../support/set.ts';
import { askForLink, cookieOf, followLink, open, post, postAs, type SignedIn, signIn } from './steps.ts';

const PERSONAL = ['/account', '/account/profiles', '/account/links', '/account/download', '/report'];

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await open('/account', { cookie })).status === 200;

const secretOf = (link: string): string => link.split('/').at(-1) ?? '';

type LinkDocument = { _id: string; created_at: Date; expires_at: Date; used_at: Date | null };

const linkDocument = (link: string) =>
  onDatabase((db) =>
    db.collection<LinkDocument>('sign_in_links').findOne({ _id: hashSecret(secretOf(link)) }),
  );

/** Lets a link or a session come to its end. */
const endAt = (collection: string, filter: object, expires_at: Date) =>
  onDatabase((db) => db.collection(collection).updateOne(filter, { $set: { expires_at } }));

const accountOf = (email: string) =>
  onDatabase((db) => db.collection('accounts').findOne({ email_key: email.toLowerCase() }));

describe('a mailed sign-in link', () => {
  proves(
    ['C4.sign_in', 'H18'],
    'signs in by its form: a cookie for this site alone, then the report',
    async () => {
      const answer = await followLink(await askForLink(newEmail()));
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/report');
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
      ]);
      expect(await isSignedIn(cookieOf(answer))).toBe(true);
    },
  );

  proves(['H13', 'C4.sign_in'], 'changes nothing however often it is opened', async () => {
    const email = newEmail();
    const link = await askForLink(email);
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      const { status, headers } = await open(link, { method });
      expect(status).toBe(200);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await linkDocument(link))?.used_at).toBeNull();
    expect(await accountOf(email)).toBeNull();
    expect((await followLink(link)).status).toBe(303);
  });

  proves(['C4.sign_in', 'H13'], 'signs in once, also when its form is sent ten times at once', async () => {
    const link = await askForLink(newEmail());
    const { html } = await open(link);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(link, { csrf: csrfIn(html), terms: 'on' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array<number>(9).fill(410)]);
    const late = await open(link);
    expect(late.status).toBe(410);
    expect(late.html).toContain('This link has already been used');
    expect(late.html).toContain('href="/report"');
  });

  proves(['C4.sign_in', 'H13'], 'is over after 15 minutes, and says so', async () => {
    const link = await askForLink(newEmail());
    const { html } = await open(link);
    const found = await linkDocument(link);
    expect(Number(found?.expires_at) - Number(found?.created_at)).toBe(15 * 60_000);
    await endAt('sign_in_links', { _id: found?._id }, new Date());
    for (const answer of [await open(link), await post(link, { csrf: csrfIn(html), terms: 'on' })]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain('has expired');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  proves(['H13'], 'that nobody mailed is unknown', async () => {
    const answer = await open(`/signin/${'x'.repeat(43)}`);
    expect(answer.status).toBe(404);
    expect(answer.html).toContain('We do not know this link');
  });

  proves(['H13', 'A.csrf'], 'does nothing without its own csrf', async () => {
    const link = await askForLink(newEmail());
    const other = csrfIn((await open(await askForLink(newEmail()))).html);
    for (const fields of [{}, { csrf: '' }, { csrf: other }] as Record<string, string>[]) {
      const answer = await post(link, { ...fields, terms: 'on' });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await linkDocument(link))?.used_at).toBeNull();
  });

  proves(
    ['C4.sign_in_terms', 'C2.time_zone'],
    'begins an account in the zone of the browser, once the terms are accepted',
    async () => {
      const email = newEmail();
      const link = await askForLink(email);
      const { html } = await open(link);
      expect(html).toContain('name="terms"');
      expect(html).toContain(email);
      const refused = await post(link, { csrf: csrfIn(html), time_zone: 'Asia/Tokyo' });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('id="terms-error"');
      expect(await accountOf(email)).toBeNull();
      await followLink(link, { fields: { time_zone: 'Asia/Tokyo' } });
      const account = await accountOf(email);
      expect(account).toMatchObject({ email, time_zone: 'Asia/Tokyo', language: 'en' });
      expect(account?.consents).toEqual([
        { terms_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), at: expect.any(Date) },
      ]);
    },
  );

  proves(['C2.time_zone'], 'begins in UTC where the browser names no zone: an offset is none', async () => {
    for (const [said, zone] of [
      ['+03:00', 'UTC'],
      ['Mars/Base', 'UTC'],
      ['europe/madrid', 'Europe/Madrid'],
    ] as const) {
      const email = newEmail();
      await followLink(await askForLink(email), { fields: { time_zone: said } });
      expect([said, (await accountOf(email))?.time_zone]).toEqual([said, zone]);
    }
  });

  proves(['C4.sign_in_terms'], 'asks an account that is there for nothing, and leaves its zone', async () => {
    const { email } = await newConnection({ timeZone: 'Asia/Tokyo' });
    const link = await askForLink(email.toUpperCase());
    const { html } = await open(link);
    expect(html).not.toContain('name="terms"');
    const answer = await post(link, { csrf: csrfIn(html), time_zone: 'Europe/Madrid' });
    expect(answer.status).toBe(303);
    expect((await accountOf(email))?.time_zone).toBe('Asia/Tokyo');
    expect((await open('/account', { cookie: cookieOf(answer) })).html).toContain(email);
  });

  proves(['H13', 'C4.hashes'], 'is kept nowhere, and neither is the cookie; logs know neither', async () => {
    const email = newEmail();
    const link = await askForLink(email);
    const answer = await followLink(link);
    const secrets = [secretOf(link), cookieOf(answer).split('=')[1] ?? ''];
    await isSignedIn(cookieOf(answer));
    const stored = await onDatabase(async (db) =>
      JSON.stringify([
        await db.collection('sign_in_links').find({ email }).toArray(),
        await db.collection('sessions').find().sort({ created_at: -1 }).limit(20).toArray(),
      ]),
    );
    expect(stored).toContain(hashSecret(secrets[0] ?? ''));
    expect(stored).toContain(hashSecret(secrets[1] ?? ''));
    for (const secret of secrets) expect(stored).not.toContain(secret);
    const directory = join(site.dataDir, 'logs');
    for (const file of await readdir(directory)) {
      const log = await readFile(join(directory, file), 'utf8');
      for (const word of [...secrets, email]) expect(log.includes(word)).toBe(false);
    }
  });
});

describe('asking to sign in', () => {
  proves(['C4.sign_in_same_answer'], 'is answered alike with and without an account', async () => {
    const { email: known } = await newConnection();
    const unknown = newEmail();
    const shape = async (email: string) => {
      const { status, headers, html } = await post('/signin', { email });
      const told = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      return { status, told, html: html.replaceAll(email, 'EMAIL') };
    };
    expect(await shape(known)).toEqual(await shape(unknown));
  });

  proves(
    ['C4.sign_in', 'C8.languages'],
    'mails in the language of the account, else of the page',
    async () => {
      const { email } = await newConnection({ language: 'ru' });
      await post('/signin?language=es', { email });
      expect((await mailsTo(email))[0]?.subject).toMatch(/вход/);
      const other = newEmail();
      const { html } = await post('/signin?language=es', { email: other });
      expect(html).toContain('<html lang="es">');
      expect((await mailsTo(other))[0]?.subject).toMatch(/enlace/);
    },
  );

  proves(
    ['C4.sign_in_limits'],
    'is possible three times an hour for an address, apart from connections',
    async () => {
      const email = newEmail();
      const variants = Array.from({ length: 10 }, (_, index) =>
        index % 2 ? email : email.replace('person', 'PERSON'),
      );
      const answers = await Promise.all(variants.map((variant) => post('/signin', { email: variant })));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(3).fill(200),
        ...Array<number>(7).fill(429),
      ]);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(refused?.html).toContain('That was a little too often');
      expect(await mailsTo(email)).toHaveLength(3);
      expect((await newConnection({ email })).token).toBeTruthy();
    },
  );

  proves(['C4.sign_in'], 'refuses what is not one address, and shows it again', async () => {
    for (const email of ['', 'ana', 'a@b.cc, c@d.ee', 'a@b.cc\r\nBcc: c@d.ee', '"><script>@example.org']) {
      const answer = await post('/signin', { email });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('id="email-error"');
      expect(answer.html).not.toContain('<script>@');
    }
    expect((await post('/signin', {})).status).toBe(400);
  });
});

describe('a session', () => {
  proves(['H18'], 'is a new one after each sign-in, and the one before is over', async () => {
    const first = await signIn();
    const answer = await followLink(await askForLink(first.email), { cookie: first.cookie });
    const second = cookieOf(answer);
    expect(second).not.toBe(first.cookie);
    expect(await isSignedIn(second)).toBe(true);
    expect(await isSignedIn(first.cookie)).toBe(false);
  });

  proves(['H18', 'C4.sign_out'], 'ends by signing out', async () => {
    const person = await signIn();
    const answer = await postAs(person, '/signout');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Max-Age=0; HttpOnly/),
    ]);
    expect(await isSignedIn(person.cookie)).toBe(false);
  });

  proves(['C4.session_unused'], 'lasts 30 days from its last use', async () => {
    const { cookie } = await signIn();
    const filter = { secret_hash: hashSecret(cookie.split('=')[1] ?? '') };
    const read = () => onDatabase((db) => db.collection('sessions').findOne(filter));
    const hourAgo = new Date(Date.now() - 3_600_000);
    await onDatabase((db) =>
      db.collection('sessions').updateOne(filter, { $set: { last_used_at: hourAgo, expires_at: hourAgo } }),
    );
    expect(await isSignedIn(cookie)).toBe(false);
    await endAt('sessions', filter, new Date(Date.now() + 60_000));
    expect(await isSignedIn(cookie)).toBe(true);
    const session = await eventually(async () => {
      const found = await read();
      return found?.last_used_at > hourAgo && found;
    }, 'the use to be noted');
    expect(session.expires_at - session.last_used_at).toBe(30 * 86_400_000);
  });

  proves(
    ['C8.signed_out'],
    'is needed: without one people are sent to sign in, and a post does nothing',
    async () => {
      for (const cookie of ['', 'session=', 'session=nonsense', `session=${'x'.repeat(43)}`])
        for (const path of PERSONAL) {
          const answer = await open(path, { cookie });
          expect({ path, status: answer.status }).toEqual({ path, status: 303 });
          expect(answer.headers.get('location')).toBe('/signin?notice=signed_out');
        }
      const answer = await post('/account/delete', { email: 'ana@example.org' });
      expect(answer.status).toBe(401);
      expect(answer.html).toContain('You are signed out');
    },
  );

  proves(['C8.navigation'], 'shows the way to every page and out', async () => {
    const { cookie } = await signIn();
    for (const path of [...PERSONAL, '/']) {
      const { status, html } = await open(path, { cookie });
      expect({ path, status }).toEqual({ path, status: 200 });
      const navigation = /<nav aria-label="Your pages">.*?<\/nav>/s.exec(html)?.[0] ?? '';
      for (const link of PERSONAL) expect(navigation).toContain(`href="${link}"`);
      expect(navigation).toContain('action="/signout"');
      if (path !== '/') expect(navigation).toMatch(new RegExp(`href="${path}" aria-current="page"`));
    }
  });
});

describe('the cookie of a session', () => {
  proves(['H18'], 'is bound to the host and to https where the site is', () => {
    const secret = 's'.repeat(43);
    const cookie = sessionCookie('https://diary.example.org', secret);
    expect(cookie).toBe(`__Host-session=${secret}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`);
    expect(noSessionCookie('https://diary.example.org')).toMatch(/^__Host-session=; .*Max-Age=0;.*Secure$/);
    const sent = `a=b; session=${'t'.repeat(43)}; __Host-session=${secret}`;
    expect(sessionSecret('https://diary.example.org', sent)).toBe(secret);
    expect(sessionSecret('https://diary.example.org', `session=${secret}`)).toBeUndefined();
  });
});

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
    'says where no mail can be sent or Redis is away, at no cost',
    async () => {
      const email = newEmail();
      const links = () => onDatabase((db) => db.collection('sign_in_links').countDocuments({ email }), set);
      for (const part of ['mailbox', 'redis']) {
        const pid = await set.kill(part, 'SIGSTOP');
        const answer = await post('/signin', { email }, { set });
        expect(answer.status).toBe(502);
        expect(answer.html).toContain('The e-mail could not be sent');
        expect(await links()).toBe(0);
        process.kill(pid, 'SIGCONT');
      }
      // What failed cost nothing: three are still possible.
      await eventually(
        async () => (await post('/signin', { email }, { set })).status === 200,
        'the mail to go',
      );
    },
  );

  const openAll = (person: SignedIn) =>
    Promise.all(PERSONAL.map(async (path) => ({ path, ...(await open(path, person)) })));

  proves(
    ['C8.page_errors', 'C7.database_away'],
    'says on every page where the database is away',
    async () => {
      const person = await signIn(newEmail(), set);
      const pid = await set.kill('mongo-gateway', 'SIGSTOP');
      const answers = await openAll(person);
      process.kill(pid, 'SIGCONT');
      for (const { path, status, headers, html } of answers) {
        expect([path, status]).toEqual([path, 503]);
        expect(headers.get('retry-after')).toBeTruthy();
        expect(html).toContain('We will be back in a moment');
      }
      await eventually(
        async () => (await open('/account', person)).status === 200,
        'the database to be back',
      );
      expect((await call('GET', '/meta', { set })).status).toBe(200);
    },
  );

  proves(
    ['C8.page_errors', 'S1.disconnect'],
    'shows every page and disconnects at once where Redis is away',
    async () => {
      const { email, token } = await newConnection({ set });
      const person = await signIn(email, set);
      expect((await call('GET', '/me', { set, token })).status).toBe(200);
      const pid = await set.kill('redis', 'SIGSTOP');
      const answers = await openAll(person);
      const id = /name="id" value="(tok_[^"]+)"/.exec(answers[0]?.html ?? '')?.[1] ?? '';
      const disconnected = await postAs(person, '/account/disconnect', { id });
      const after = await call('GET', '/me', { set, token });
      process.kill(pid, 'SIGCONT');
      for (const { path, status } of answers) expect([path, status]).toEqual([path, 200]);
      expect([disconnected.status, after.status]).toEqual([303, 401]);
      await eventually(
        async () => (await post('/signin', { email: newEmail() }, { set })).status === 200,
        'Redis to be back',
      );
      // No gateway remembers better days.
      expect((await call('GET', '/me', { set, token })).status).toBe(401);
    },
  );

  proves(['C8.page_errors'], 'says where the service of a page is away, and shows the others', async () => {
    const person = await signIn(newEmail(), set);
    const pid = await set.kill('reports', 'SIGSTOP');
    const answers = await openAll(person);
    process.kill(pid, 'SIGCONT');
    for (const { path, status, html } of answers) {
      const isAway = path === '/report' || path === '/account/links';
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

  proves(['C4.sign_in_limits'], 'counts sign-ins from a network apart from its connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('/signin', { email: newEmail() }, { set })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const body = { email: newEmail(), client_name: 'Test assistant' };
    expect((await call('POST', '/connect', { set, body })).status).toBe(202);
  });
});
