import { describe, expect } from '@jest/globals';
import { answerApproval, call, newEmail } from '../support/client.ts';
import { linkIn, mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  authorize,
  connectClient,
  isCode,
  newClient,
  newSignIn,
  numberOn,
  openPage,
  parametersOf,
  pollSignInPage,
  postAddress,
  redeem,
  requestApproval,
} from './steps.ts';

describe('the sign-in page', () => {
  proves(
    ['S5.sign_in_page', 'C5.sign_in'],
    'leads from the e-mail address through the mail to the client',
    async () => {
      const signIn = await newSignIn();
      const page = await openPage(signIn);
      expect(page.status).toBe(200);
      expect(page.html).toMatch(/<form[^>]* method="post">/);
      expect(page.html).toMatch(/<input[^>]* name="email"[^>]* inputmode="email"/);
      const email = newEmail();
      const posted = await postAddress(signIn, email);
      expect([posted.status, new URL(posted.location, site.url).href]).toEqual([303, signIn.location]);
      const waiting = await openPage(signIn);
      expect(waiting.html).toContain(email);
      expect(waiting.html).toMatch(/<strong id="number">\d\d<\/strong>/);
      expect(waiting.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
      expect(await pollSignInPage(signIn)).toBe(200);
      const [mail] = await mailsTo(email);
      const number = numberOn(waiting.html);
      const approved = await answerApproval(linkIn(mail as NonNullable<typeof mail>), {
        terms: 'on',
        decision: 'approve',
        number,
      });
      expect(approved.status).toBe(200);
      expect(await pollSignInPage(signIn)).toBe(204);
      // A second request redirects again; only one connection is made.
      const [first, second] = [await openPage(signIn), await openPage(signIn)];
      expect([first.status, isCode(first.location)]).toEqual([303, true]);
      expect([second.status, isCode(second.location)]).toEqual([303, true]);
      const { code } = parametersOf(second.location);
      const { body } = await redeem({ ...signIn, code: code ?? '' });
      const { tokens } = (await call('GET', '/tokens', { token: body.access_token })).body;
      expect(tokens).toHaveLength(1);
    },
  );

  proves(
    ['C5.sign_in', 'H18'],
    'has a strict policy, no-store, and a form that may redirect to the client',
    async () => {
      for (const [redirect_uri, source] of [
        ['https://client.example/cb?x=1', 'https://client.example'],
        ['http://127.0.0.1:4567/cb', 'http://127.0.0.1:4567'],
        ['http://[::1]:4567/cb', 'http:'],
        ['com.example.app:/cb', 'com.example.app:'],
      ] as const) {
        const signIn = await authorize(await newClient({ redirect_uris: [redirect_uri] }));
        const { headers } = await openPage(signIn);
        const policy = headers.get('content-security-policy');
        expect(policy).toContain(`form-action 'self' ${source};`);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toContain('unsafe');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
      }
    },
  );

  proves(['H18', 'H12'], 'has an HttpOnly, SameSite cookie for its own path', async () => {
    const { headers, location } = await newSignIn();
    const cookies = headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sign_in', 'sign_in.sig']);
    for (const cookie of cookies) {
      expect(cookie).toContain(`path=${new URL(location).pathname};`);
      expect(cookie).toMatch(/; httponly/);
      expect(cookie).toMatch(/; samesite=lax/);
    }
  });

  proves(['C5.sign_in'], 'is in the language that the client or the browser requests', async () => {
    const title = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];
    const [es, ru, en] = [
      'Conectar un asistente a tu diario',
      'Подключить ассистента к вашему дневнику',
      'Connect an assistant to your diary',
    ];
    const page = async (ui_locales: string, accept: string, query = '') => {
      const signIn = await newSignIn({ ...(ui_locales && { ui_locales }) });
      return title((await openPage(signIn, { query, headers: { 'accept-language': accept } })).html);
    };
    expect(await page('fr es-MX en', 'ru')).toBe(es);
    expect(await page('', 'ru')).toBe(ru);
    expect(await page('fr', 'fr')).toBe(en);
    expect(await page('es', 'es', '?language=ru')).toBe(ru);
    // The mail and its page are in the language of the page that sent it.
    const mailed = await requestApproval(await newSignIn({ ui_locales: 'ru' }));
    expect((await mailsTo(mailed.email))[0]?.subject).toContain('Запрос на подключение');
    expect((await openPage(mailed, { headers: { 'accept-language': 'en' } })).html).toContain(
      'Проверьте почту',
    );
  });

  proves(['C5.sign_in'], 'uses the login_hint of the client', async () => {
    const page = async (login_hint: string) => (await openPage(await newSignIn({ login_hint }))).html;
    expect(await page('ana@example.org')).toContain('value="ana@example.org"');
    expect(await page('"><script>')).toContain('name="email" value=""');
  });

  proves(['S5.sign_in_page'], 'shows the form again for an invalid address', async () => {
    const signIn = await newSignIn();
    for (const email of [
      '',
      'ana',
      'a@b.cc, c@d.ee',
      'a..b@example.org',
      'a@b.cc\r\nBcc: c@d.ee',
      `${'a'.repeat(250)}@b.cc`,
    ]) {
      const { status, html } = await postAddress(signIn, email);
      expect([email, status]).toEqual([email, 400]);
      expect(html).toContain('id="email-error"');
    }
    expect((await postAddress(signIn, `  ${newEmail()} `)).status).toBe(303);
  });

  proves(['H14'], 'mails an address three times an hour, together with POST /connect', async () => {
    const signIn = await newSignIn();
    const email = newEmail();
    await call('POST', '/connect', { body: { email, client_name: 'Another way' } });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => postAddress(signIn, index % 2 ? email.toUpperCase() : email)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.html).toContain('No more e-mails can be sent for now');
  });

  proves(['H18'], 'accepts posts from our own pages and from non-browsers', async () => {
    const signIn = await newSignIn();
    const body = new URLSearchParams({ email: newEmail() });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await openPage(signIn, { method: 'POST', headers, body })).status).toBe(403);
    const sameSite = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    for (const headers of [sameSite, {}])
      expect((await openPage(signIn, { method: 'POST', headers, body })).status).toBe(303);
  });
});

describe('a person', () => {
  proves(['C5.sign_in', 'S5.one_account'], 'who has a diary already connects to it', async () => {
    const first = await connectClient();
    const second = await connectClient({}, { email: first.email.toUpperCase() });
    const account = async (token: string) => (await call('GET', '/me', { token })).body.account.id;
    expect(await account(second.access_token)).toBe(await account(first.access_token));
  });
});
