import { describe, expect } from '@jest/globals';
import { meal } from '../rest/samples.ts';
import { call, csrfIn, meStatus, newConnection, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  accountOf,
  cookieOf,
  followLink,
  isSignedIn,
  open,
  post,
  postAs,
  requestSignInLink,
  rowsOf,
  type SignedIn,
  signIn,
} from './steps.ts';

/** The ids in the forms of a page. */
const idsIn = (html: string, action: string): string[] =>
  [...html.matchAll(new RegExp(`action="${action}[?"].*?name="id" value="([^"]*)"`, 'gs'))].map(
    ([, id = '']) => id,
  );

describe('the assistants on /account', () => {
  proves(['S1.disconnect', 'C8.account'], 'are shown with their scopes and their calls', async () => {
    const { email, token } = await newConnection({
      clientName: 'Kitchen assistant',
      scopes: ['records:read', 'records:write'],
    });
    for (let times = 0; times < 3; times += 1) await call('POST', '/meals', { token, body: meal });
    await call('GET', '/days', { token });
    const person = await signIn(email);
    const html = await eventually(async () => {
      const page = await open('/account', person);
      // The calls may be logged in several batches.
      const counts = ['Record a meal: 3', 'Read several days: 1'];
      return counts.every((count) => page.html.includes(count)) && page.html;
    }, 'the calls to be counted');
    expect(html).toContain('<bdi>Kitchen assistant</bdi>');
    expect(html).toContain('You approved it by e-mail');
    expect(html).toContain('add and delete records');
    expect(html).not.toContain('links to your reports');
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    await onDatabase((db) =>
      db
        .collection('call_log')
        .updateMany({ operation: 'log_meal', client_name: 'Kitchen assistant' }, { $set: { at: weekAgo } }),
    );
    const later = (await open('/account', person)).html;
    expect(later).toContain('Read several days: 1');
    expect(later).not.toContain('Record a meal: 3');
  });

  proves(['S1.disconnect'], 'are disconnected by one form', async () => {
    const { email, token } = await newConnection();
    const other = await newConnection({ email });
    const person = await signIn(email);
    const { html } = await open('/account', person);
    const { body } = await call('GET', '/tokens', { token });
    const { id } = body.tokens.find((row: { current: boolean }) => row.current);
    expect(idsIn(html, '/account/disconnect')).toContain(id);
    const answer = await post('/account/disconnect', { csrf: csrfIn(html), id }, person);
    expect([await meStatus(token), await meStatus(other.token)]).toEqual([401, 200]);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/account?notice=disconnected');
    // The same form sent again, as from another tab, changes nothing.
    expect((await post('/account/disconnect', { csrf: csrfIn(html), id }, person)).status).toBe(303);
    const after = await open('/account?notice=disconnected', person);
    expect(after.html).toContain('The assistant is disconnected');
    expect(idsIn(after.html, '/account/disconnect')).toHaveLength(1);
  });

  proves(['S1.disconnect'], 'leave the links that they created, and their person is told', async () => {
    const { email, token } = await newConnection();
    const { url } = (await call('POST', '/share-links', { token, body: {} })).body;
    const person = await signIn(email);
    const { body } = await call('GET', '/tokens', { token });
    await postAs(person, '/account/disconnect', { id: body.tokens[0].id });
    expect([await meStatus(token), (await open(url)).status]).toEqual([401, 200]);
    for (const page of ['/account', '/report'])
      expect((await open(`${page}?notice=disconnected`, person)).html).toMatch(
        /role="status">The assistant is disconnected.*If it created links to your reports, they still work/,
      );
  });

  proves(['S1.disconnect'], 'can be disconnected on the report, which is shown again', async () => {
    const person = await signIn();
    const back = async (return_to: string, query = '') =>
      (await postAs(person, `/account/disconnect${query}`, { id: 'tok_x', return_to })).headers.get(
        'location',
      );
    expect(await back('/report')).toBe('/report?notice=disconnected');
    const shown = 'period=daily&day=2026-10-04&profile=default';
    expect(await back('/report', `?${shown}&x=y&language=es`)).toBe(
      `/report?${shown}&notice=disconnected&language=es`,
    );
    expect(await back('https://evil.example', '?language=es')).toBe(
      '/account?notice=disconnected&language=es',
    );
  });

  proves(['H20', 'S1.disconnect'], 'of others stay connected', async () => {
    const { token } = await newConnection();
    const { id } = (await call('GET', '/tokens', { token })).body.tokens[0];
    await postAs(await signIn(), '/account/disconnect', { id });
    // By auth, which keeps the connections: the gateway may go by what it has cached.
    expect((await call('GET', '/tokens', { token })).body.tokens).toHaveLength(1);
  });

  proves(['H16'], 'are shown with their names as inert text', async () => {
    const clientName = '<script>alert(1)</script>"><img src=x> עוזר';
    const { email, token } = await newConnection({ clientName });
    await call('GET', '/me', { token });
    const person = await signIn(email);
    const html = await eventually(async () => {
      const page = await open('/account', person);
      return rowsOf(page.html).length > 0 && page.html;
    }, 'the call to be logged');
    expect(html).not.toMatch(/<script>|<img src=x/);
    expect(html.split('&#60;script&#62;alert(1)').length - 1).toBe(2);
  });
});

describe('the sessions on /account', () => {
  const AGENTS = {
    firefox: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    safari:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  };

  const signInWith = async (email: string, userAgent: string) => {
    const headers = { 'user-agent': userAgent };
    return {
      email,
      cookie: cookieOf(await followLink(await requestSignInLink(email), { headers })),
      set: site,
    };
  };

  proves(['C8.account'], 'can be told apart and ended one by one', async () => {
    const email = newEmail();
    const phone = await signInWith(email, AGENTS.firefox);
    const here = await signInWith(email, AGENTS.safari);
    const { html } = await open('/account', here);
    expect(html).toContain('Firefox, Android');
    expect(html).toContain('Safari, iOS <small>(this browser)</small>');
    expect(html).toMatch(/<dt>Signed in<\/dt><dd><time datetime="[^"]+">\d+ \w+ \d{4}, \d\d:\d\d UTC</);
    const [id = '', ...others] = idsIn(html, '/account/sessions/end');
    expect(others).toEqual([]);
    const answer = await post('/account/sessions/end', { csrf: csrfIn(html), id }, here);
    expect(answer.headers.get('location')).toBe('/account?notice=session_ended');
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
  });

  proves(['C8.account', 'C4.session_unused'], 'are not shown once they are over', async () => {
    const former = await signIn();
    const account_id = (await accountOf(former))?._id;
    const over = { $set: { expires_at: new Date() } };
    await onDatabase((db) => db.collection('sessions').updateMany({ account_id }, over));
    const { html } = await open('/account', await signIn(former.email));
    expect(html).toContain('(this browser)');
    expect(idsIn(html, '/account/sessions/end')).toEqual([]);
  });

  proves(['C8.account'], 'can all be ended, or all but this one', async () => {
    const email = newEmail();
    const [one, two, here] = [await signIn(email), await signIn(email), await signIn(email)];
    const stranger = await signIn();
    await postAs(here, '/account/sessions/end-all', { keep: 'current' });
    expect(await Promise.all([one, two, here, stranger].map(isSignedIn))).toEqual([false, false, true, true]);
    const answer = await postAs(here, '/account/sessions/end-all');
    expect(answer.headers.get('location')).toBe('/?notice=signed_out');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=; /);
    expect(await isSignedIn(here)).toBe(false);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  proves(['H20', 'C8.account'], 'of others cannot be ended', async () => {
    const email = newEmail();
    const victim = await signIn(email);
    const { html } = await open('/account', await signIn(email));
    const [id = ''] = idsIn(html, '/account/sessions/end');
    await postAs(await signIn(), '/account/sessions/end', { id });
    expect(await isSignedIn(victim)).toBe(true);
  });
});

describe('the language on /account', () => {
  proves(['C8.account', 'C8.languages'], 'applies to every page and mail once it is saved', async () => {
    const person = await signIn();
    expect((await postAs(person, '/account/language', { language: 'xx' })).status).toBe(400);
    await postAs(person, '/account/language', { language: 'es' });
    const ofPerson = ['/account', '/account/links', '/account/profiles', '/report'];
    for (const path of [...ofPerson, '/', '/terms', '/privacy', '/signin'])
      expect((await open(path, person)).html).toContain('<html lang="es">');
    await post('/signin', { email: person.email });
    expect((await mailsTo(person.email))[0]?.subject).toMatch(/enlace/);
    const { token } = await newConnection({ email: person.email });
    for (const language of ['ru', 'en']) {
      await postAs(person, '/account/language', { language });
      expect((await call('GET', '/me', { token })).body.account.language).toBe(language);
    }
  });

  proves(
    ['C8.account', 'C8.languages'],
    'stays the one in the URL, except for the language form itself',
    async () => {
      const person = await signIn();
      const { html } = await open('/account?language=ru', person);
      const actions = [...html.matchAll(/<form method="post" action="(\/account[^"]*)"/g)].map(
        ([, path]) => path,
      );
      expect(actions).toEqual([
        '/account/sessions/end-all?language=ru',
        '/account/language',
        '/account/address?language=ru',
        '/account/delete?language=ru',
      ]);
      const answer = await postAs(person, '/account/delete?language=ru', { email: 'x' });
      expect(answer.headers.get('location')).toBe('/account?notice=wrong_address&language=ru');
    },
  );
});

describe('deleting the account', () => {
  /** Simulates that time has passed since the person signed in: more than a deletion allows. */
  const ageSession = async (person: SignedIn): Promise<void> => {
    const account_id = (await accountOf(person))?._id;
    const created_at = new Date(Date.now() - 15 * 60_000 - 1000);
    await onDatabase((db) => db.collection('sessions').updateOne({ account_id }, { $set: { created_at } }));
  };

  proves(['C8.deletion'], 'requires a sign-in within the last 15 minutes', async () => {
    const person = await signIn();
    await ageSession(person);
    const answer = await postAs(person, '/account/delete', { email: person.email });
    expect(answer.headers.get('location')).toBe('/account?notice=sign_in_again');
    const { html } = await open('/account?notice=sign_in_again', person);
    expect(html).toContain('<title>Not yet: Your account');
    expect(html).toContain('Nothing has changed');
    expect(html).not.toContain('action="/account/delete');
    // The form shown instead mails a link, which makes the deletion available.
    expect(html).toMatch(
      /action="\/signin\?language=en&#38;return_to=%2Faccount">\s*<input type="hidden" name="email"/,
    );
    const asked = await post('/signin?language=en&return_to=%2Faccount', { email: person.email });
    const cookie = `${person.cookie}; ${cookieOf(asked)}`;
    const again = await followLink(linkIn(await mailTo(person.email)), { cookie });
    expect(again.headers.get('location')).toBe('/account');
    expect((await open('/account', { cookie: cookieOf(again) })).html).toContain('action="/account/delete');
  });

  proves(['C8.deletion'], 'requires that sign-in in the same browser', async () => {
    const older = await signIn();
    await ageSession(older);
    await signIn(older.email);
    const answer = await postAs(older, '/account/delete', { email: older.email });
    expect(answer.headers.get('location')).toBe('/account?notice=sign_in_again');
    expect((await accountOf(older))?.erasing).toBeUndefined();
  });

  proves(['C8.deletion'], 'requires the address to be typed in', async () => {
    const person = await signIn();
    for (const email of ['', 'somebody@example.org', `${person.email}x`]) {
      const answer = await postAs(person, '/account/delete', { email });
      expect(answer.headers.get('location')).toBe('/account?notice=wrong_address');
    }
    const { html } = await open('/account?notice=wrong_address', person);
    expect(html).toContain('<title>Not yet: Your account');
    expect(html).toMatch(/id="email-error">Nothing was deleted/);
    expect(html).toMatch(/aria-describedby="email-error" aria-invalid="true" autofocus/);
    const account = await accountOf(person);
    expect(account?.erasing).toBeUndefined();
  });
});
