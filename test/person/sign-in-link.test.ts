import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { createSessionStore } from '../../services/auth/src/access/session-store.ts';
import { createSignInLinkStore } from '../../services/auth/src/access/sign-in-link-store.ts';
import { createAccountStore } from '../../services/auth/src/accounts/account-store.ts';
import { createBeginAccount } from '../../services/auth/src/accounts/begin-account.ts';
import { createSignInLinkUse } from '../../services/auth/src/sign-in/use-sign-in-link.ts';
import { csrfIn, newConnection, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { logsOnceTold } from '../support/logs.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  askingCookieOf,
  cookieOf,
  followLink,
  isSignedIn,
  open,
  PERSONAL_PAGES,
  post,
  requestSignInLink,
} from './steps.ts';

type LinkDocument = { _id: string; created_at: Date; expires_at: Date; used_at: Date | null };

const secretOf = (link: string): string => link.split('/').at(-1) ?? '';

const linkDocument = (link: string) =>
  onDatabase((db) =>
    db.collection<LinkDocument>('sign_in_links').findOne({ _id: hashSecret(secretOf(link)) }),
  );

const accountOf = (email: string) =>
  onDatabase((db) => db.collection('accounts').findOne({ email_key: email.toLowerCase() }));

describe('a mailed sign-in link', () => {
  proves(
    ['C4.sign_in', 'H18'],
    'signs in by its form: an HttpOnly, SameSite cookie, then the report',
    async () => {
      const answer = await followLink(await requestSignInLink(newEmail()));
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/report');
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
      ]);
      expect(await isSignedIn({ cookie: cookieOf(answer) })).toBe(true);
    },
  );

  proves(['C4.sign_in'], 'leads to the page that the person requested', async () => {
    for (const path of PERSONAL_PAGES) {
      const { html } = await open(`/signin?return_to=${encodeURIComponent(path)}`);
      const action = `/signin?language=en&return_to=${encodeURIComponent(path)}`;
      expect(html).toContain(`action="${action.replace('&', '&#38;')}"`);
      const email = newEmail();
      const cookie = cookieOf(await post(action, { email }));
      const link = linkIn(await mailTo(email));
      expect(link).not.toContain('return_to');
      expect((await followLink(link, { cookie })).headers.get('location')).toBe(path);
    }
  });

  proves(['C4.sign_in'], 'leads to no other URL, whatever return_to the form had', async () => {
    const others = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/account/../signout',
      '/account?client_name=x',
      '/account/download/json',
      '/r/x',
      '',
    ];
    for (const address of others) {
      const query = new URLSearchParams({ return_to: address });
      expect((await open(`/signin?${query}`)).html).not.toContain('return_to');
      const email = newEmail();
      const asked = await post(`/signin?${query}`, { email });
      expect(asked.html).not.toContain('return_to');
      const answer = await followLink(linkIn(await mailTo(email)), { cookie: cookieOf(asked) });
      expect([address, answer.headers.get('location')]).toEqual([address, '/report']);
    }
  });

  proves(['H13', 'C4.sign_in'], 'changes nothing however often it is opened', async () => {
    const email = newEmail();
    const link = await requestSignInLink(email);
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      const { status, headers } = await open(link, { method });
      expect(status).toBe(200);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await linkDocument(link))?.used_at).toBeNull();
    expect(await accountOf(email)).toBeNull();
    expect((await followLink(link)).status).toBe(303);
  });

  proves(['C4.sign_in', 'H13'], 'signs in once, even when its form is sent ten times at once', async () => {
    const link = await requestSignInLink(newEmail());
    const { html } = await open(link);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(link, { csrf: csrfIn(html), terms: 'on' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array<number>(9).fill(410)]);
    const late = await open(link);
    expect(late.status).toBe(410);
    expect(late.html).toContain('This link has already been used');
    expect(late.html).toContain('href="/report?language=en"');
  });

  proves(['C4.sign_in'], 'is not used up by a sign-in that breaks off', async () => {
    const [known, unknown] = [await newConnection(), newEmail()];
    for (const email of [known.email, unknown]) {
      const link = await requestSignInLink(email);
      const account = await accountOf(email);
      const brokenOff = new Error('broken off');
      await onDatabase(async (db) => {
        const { client } = db;
        const useSignInLink = createSignInLinkUse({
          client,
          beginAccount: createBeginAccount(client, createAccountStore(db)),
          sessions: { ...createSessionStore(db), create: () => Promise.reject(brokenOff) },
          signInLinks: createSignInLinkStore(db),
        });
        const signIn = {
          link: hashSecret(secretOf(link)),
          owner: (account as StoredAccount | null) ?? { email, language: 'en' as const, timeZone: undefined },
          session: { browser: null, network: '' },
          replaced: undefined,
        };
        await expect(useSignInLink(signIn, new Date())).rejects.toBe(brokenOff);
      });
      expect((await linkDocument(link))?.used_at).toBeNull();
      expect(await accountOf(email)).toEqual(account);
      expect((await followLink(link)).status).toBe(303);
    }
  });

  proves(
    ['C4.sign_in'],
    'leaves no session behind where links and sessions are ended meanwhile',
    async () => {
      const { email } = await newConnection();
      const link = await requestSignInLink(email);
      const account = (await accountOf(email)) as unknown as StoredAccount;
      const endAll = () =>
        onDatabase(async (db) => {
          await createSignInLinkStore(db).removeOf(account._id, account.email_key, new Date());
          await createSessionStore(db).removeAll(account._id);
        });
      let ending: Promise<void> | undefined;
      await onDatabase(async (db) => {
        const { client } = db;
        const sessions = createSessionStore(db);
        const useSignInLink = createSignInLinkUse({
          client,
          beginAccount: createBeginAccount(client, createAccountStore(db)),
          sessions: {
            ...sessions,
            create: async (...args) => {
              ending = endAll();
              await sleep(500);
              return sessions.create(...args);
            },
          },
          signInLinks: createSignInLinkStore(db),
        });
        const signIn = {
          link: hashSecret(secretOf(link)),
          owner: account,
          session: { browser: null, network: '' },
          replaced: undefined,
        };
        await useSignInLink(signIn, new Date());
      });
      await ending;
      const left = await onDatabase((db) =>
        db.collection('sessions').countDocuments({ account_id: account._id }),
      );
      expect(left).toBe(0);
    },
  );

  proves(['C4.sign_in', 'H13'], 'expires after 30 minutes, and says so', async () => {
    const link = await requestSignInLink(newEmail());
    const { html } = await open(link);
    const found = await linkDocument(link);
    expect(Number(found?.expires_at) - Number(found?.created_at)).toBe(30 * 60_000);
    await onDatabase((db) =>
      db
        .collection<LinkDocument>('sign_in_links')
        .updateOne({ _id: hashSecret(secretOf(link)) }, { $set: { expires_at: new Date() } }),
    );
    for (const answer of [await open(link), await post(link, { csrf: csrfIn(html), terms: 'on' })]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain('has expired');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  proves(['C4.link'], 'of 43 characters, as an earlier release mailed them, goes on working', async () => {
    const link = await requestSignInLink(newEmail());
    const older = randomSecret();
    await onDatabase(async (db) => {
      const links = db.collection<LinkDocument>('sign_in_links');
      const found = await links.findOne({ _id: hashSecret(secretOf(link)) });
      await links.insertOne({ ...(found as LinkDocument), _id: hashSecret(older) });
    });
    const cookie = askingCookieOf(link);
    expect((await followLink(link.replace(secretOf(link), older), { cookie })).status).toBe(303);
  });

  proves(['H13'], 'is unknown if it was never mailed', async () => {
    const answer = await open(`/signin/${'x'.repeat(43)}`);
    expect(answer.status).toBe(404);
    expect(answer.html).toContain('This link does not work');
  });

  proves(['H13', 'A.csrf'], 'does nothing without its own CSRF token', async () => {
    const link = await requestSignInLink(newEmail());
    const other = csrfIn((await open(await requestSignInLink(newEmail()))).html);
    for (const fields of [{}, { csrf: '' }, { csrf: other }] as Record<string, string>[]) {
      const answer = await post(link, { ...fields, terms: 'on' });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.html).toMatch(
        /role="alert">[^<]+ You are not signed in yet; please press the button again\./,
      );
      expect(answer.html).not.toContain('terms-error');
    }
    for (const [language, words] of [
      ['es', 'pulsa el botón otra vez'],
      ['ru', 'нажмите кнопку ещё раз'],
    ] as const)
      expect((await post(`${link}?language=${language}`, {})).html).toContain(words);
    expect((await linkDocument(link))?.used_at).toBeNull();
  });

  proves(
    ['C4.sign_in_terms', 'C2.time_zone'],
    "creates an account in the browser's time zone, once the terms are accepted",
    async () => {
      const email = newEmail();
      const link = await requestSignInLink(email);
      const { html } = await open(link);
      expect(html).toContain('name="terms"');
      expect(html).toContain(email);
      expect(html).toContain('<button type="submit">Begin a diary</button>');
      expect(html).toContain('<a href="/signin?language=en">Use another address</a>');
      const refused = await post(link, { csrf: csrfIn(html), time_zone: 'Asia/Tokyo' });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('id="terms-error"');
      expect(refused.html).toContain('<title>Not yet: ');
      expect(await accountOf(email)).toBeNull();
      await followLink(link, { fields: { time_zone: 'Asia/Tokyo' } });
      const account = await accountOf(email);
      expect(account).toMatchObject({ email, time_zone: 'Asia/Tokyo', language: 'en' });
      expect(account?.consents).toEqual([
        { terms_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), at: expect.any(Date) },
      ]);
    },
  );

  proves(['C2.time_zone'], 'creates an account in UTC if the zone is missing or an offset', async () => {
    for (const [timeZone, zone] of [
      ['+03:00', 'UTC'],
      ['Mars/Base', 'UTC'],
      ['europe/madrid', 'Europe/Madrid'],
    ] as const) {
      const email = newEmail();
      await followLink(await requestSignInLink(email), { fields: { time_zone: timeZone } });
      expect([timeZone, (await accountOf(email))?.time_zone]).toEqual([timeZone, zone]);
    }
  });

  proves(['C4.sign_in_terms'], 'requires no terms of an existing account and keeps its zone', async () => {
    const { email } = await newConnection({ timeZone: 'Asia/Tokyo' });
    const link = await requestSignInLink(email.toUpperCase());
    const { html } = await open(link);
    expect(html).not.toContain('name="terms"');
    const answer = await post(link, { csrf: csrfIn(html), time_zone: 'Europe/Madrid' });
    expect(answer.status).toBe(303);
    expect((await accountOf(email))?.time_zone).toBe('Asia/Tokyo');
    expect((await open('/account', { cookie: cookieOf(answer) })).html).toContain(email);
  });

  proves(['H13', 'C4.hashes'], 'is stored only as a hash, like the cookie; no log has either', async () => {
    const email = newEmail();
    const link = await requestSignInLink(email);
    const answer = await followLink(link);
    const secrets = [secretOf(link), cookieOf(answer).split('=')[1] ?? ''];
    await isSignedIn({ cookie: cookieOf(answer) });
    const stored = await onDatabase(async (db) =>
      JSON.stringify([
        await db.collection('sign_in_links').find({ email }).toArray(),
        await db.collection('sessions').find().sort({ created_at: -1 }).limit(20).toArray(),
      ]),
    );
    expect(stored).toContain(hashSecret(secrets[0] ?? ''));
    expect(stored).toContain(hashSecret(secrets[1] ?? ''));
    for (const secret of secrets) expect(stored).not.toContain(secret);
    const refused = [await open(link), await open('/nothing', { cookie: cookieOf(answer) })];
    expect(refused.map(({ status }) => status)).toEqual([410, 404]);
    const logs = await logsOnceTold(refused);
    for (const word of [...secrets, email]) expect(logs).not.toContain(word);
  });
});
