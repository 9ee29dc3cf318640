import { describe, expect, test } from '@jest/globals';
import { noSessionCookie, sessionCookie, sessionSecret } from 'shared/http/session-cookie.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import {
  cookieOf,
  followLink,
  isSignedIn,
  open,
  PERSONAL_PAGES,
  post,
  postAs,
  requestSignInLink,
  signIn,
} from './steps.ts';

describe('a session', () => {
  proves(['H18'], 'is replaced at each sign-in, and the old one is no longer valid', async () => {
    const first = await signIn();
    const answer = await followLink(await requestSignInLink(first.email), { cookie: first.cookie });
    const second = cookieOf(answer);
    expect(second).not.toBe(first.cookie);
    expect(await isSignedIn({ cookie: second })).toBe(true);
    expect(await isSignedIn(first)).toBe(false);
  });

  proves(['H18', 'C4.sign_out'], 'ends on sign-out', async () => {
    const person = await signIn();
    await postAs(person, '/account/language', { language: 'es' });
    const answer = await postAs(person, '/signout');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/?notice=signed_out&language=es');
    const { html } = await open(answer.headers.get('location') ?? '');
    expect(html).toMatch(/<title>Hecho: .*role="status">Has cerrado la sesión\./s);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Max-Age=0; HttpOnly/),
    ]);
    expect(await isSignedIn(person)).toBe(false);
  });

  proves(['C4.session_unused'], 'lasts 30 days from its last use', async () => {
    const { cookie } = await signIn();
    const filter = { secret_hash: hashSecret(cookie.split('=')[1] ?? '') };
    const read = () => onDatabase((db) => db.collection('sessions').findOne(filter));
    const note = (times: object) =>
      onDatabase((db) => db.collection('sessions').updateOne(filter, { $set: times }));
    const hourAgo = new Date(Date.now() - 3_600_000);
    await note({ last_used_at: hourAgo, expires_at: hourAgo });
    expect(await isSignedIn({ cookie })).toBe(false);
    await note({ expires_at: new Date(Date.now() + 60_000) });
    expect(await isSignedIn({ cookie })).toBe(true);
    const session = await eventually(async () => {
      const found = await read();
      return found?.last_used_at > hourAgo && found;
    }, 'the use to be noted');
    expect(session.expires_at - session.last_used_at).toBe(30 * 86_400_000);
  });

  test('is not kept for longer by a use that a fast clock noted', async () => {
    const { cookie } = await signIn();
    const filter = { secret_hash: hashSecret(cookie.split('=')[1] ?? '') };
    const nextYear = new Date(Date.now() + 365 * 86_400_000);
    await onDatabase((db) =>
      db.collection('sessions').updateOne(filter, { $set: { last_used_at: nextYear, expires_at: nextYear } }),
    );
    expect(await isSignedIn({ cookie })).toBe(true);
    await eventually(async () => {
      const found = await onDatabase((db) => db.collection('sessions').findOne(filter));
      return found?.last_used_at < nextYear && found?.expires_at < nextYear;
    }, 'the use to be corrected');
  });

  proves(
    ['C8.signed_out'],
    'is required: without one pages redirect to sign-in, and a post does nothing',
    async () => {
      for (const cookie of ['', 'session=', 'session=nonsense', `session=${'x'.repeat(43)}`])
        for (const path of PERSONAL_PAGES) {
          const answer = await open(path, { cookie });
          expect({ path, status: answer.status }).toEqual({ path, status: 303 });
          expect(answer.headers.get('location')).toBe(
            `/signin?${new URLSearchParams({ notice: 'signed_out', return_to: path })}`,
          );
        }
      const answer = await post('/account/delete', { email: 'ana@example.org' });
      expect(answer.status).toBe(401);
      expect(answer.html).toContain('You are signed out');
      expect(answer.html).toContain('href="/signin?language=en&#38;return_to=%2Faccount"');
    },
  );

  proves(['C8.navigation'], 'shows links to every page and to sign out', async () => {
    const { cookie } = await signIn();
    for (const path of [...PERSONAL_PAGES, '/']) {
      const { status, html } = await open(path, { cookie });
      expect({ path, status }).toEqual({ path, status: 200 });
      const navigation = /<nav aria-label="Your pages">.*?<\/nav>/s.exec(html)?.[0] ?? '';
      for (const link of PERSONAL_PAGES) expect(navigation).toContain(`href="${link}"`);
      expect(navigation).toContain('action="/signout"');
      if (path !== '/') expect(navigation).toMatch(new RegExp(`href="${path}" aria-current="page"`));
    }
  });
});

describe('the cookie of a session', () => {
  proves(['H18'], 'is bound to the host, and to https if the site uses it', () => {
    const secret = 's'.repeat(43);
    const cookie = sessionCookie('https://diary.example.org', secret);
    expect(cookie).toBe(`__Host-session=${secret}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`);
    expect(noSessionCookie('https://diary.example.org')).toMatch(/^__Host-session=; .*Max-Age=0;.*Secure$/);
    const sent = `a=b; session=${'t'.repeat(43)}; __Host-session=${secret}`;
    expect(sessionSecret('https://diary.example.org', sent)).toBe(secret);
    expect(sessionSecret('https://diary.example.org', `session=${secret}`)).toBeUndefined();
  });
});
