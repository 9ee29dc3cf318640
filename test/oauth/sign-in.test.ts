import { describe, expect } from '@jest/globals';
import { onDatabase } from '../connect/steps.ts';
import { answerApproval, call, csrfIn, newEmail } from '../support/client.ts';
import { linkIn, mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  type Asked,
  approve,
  askByMail,
  type Begun,
  begin,
  connectClient,
  newClient,
  numberOn,
  openPage,
  parametersOf,
  postAddress,
  redeem,
} from './steps.ts';

const newSignIn = async (parameters: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  begin(await newClient(), parameters, { headers });

const isCode = (location: string): boolean => parametersOf(location).code !== undefined;
const look = async (begun: Begun): Promise<number> => (await openPage(begun, { method: 'HEAD' })).status;
const wrongFor = (number: string): string => (number === '99' ? '10' : '99');

/** Lets time pass for what was mailed from one page. */
const letTimePass = ({ email }: Asked, seconds: number): Promise<void> =>
  onDatabase(async (db) => {
    const request = await db.collection('connection_requests').findOne({ email });
    const earlier = (date: Date) => new Date(date.getTime() - seconds * 1000);
    await db
      .collection('connection_requests')
      .updateOne(
        { email },
        { $set: { created_at: earlier(request?.created_at), ends_at: earlier(request?.ends_at) } },
      );
  });

describe('the sign-in page', () => {
  proves(
    ['S5.sign_in_page', 'C5.sign_in'],
    'leads from the address over the mail to the client',
    async () => {
      const begun = await newSignIn();
      const page = await openPage(begun);
      expect(page.status).toBe(200);
      expect(page.html).toMatch(/<form[^>]* method="post">/);
      expect(page.html).toMatch(/<input[^>]* type="email" name="email"/);
      const email = newEmail();
      const posted = await postAddress(begun, email);
      expect([posted.status, new URL(posted.location, site.url).href]).toEqual([303, begun.location]);
      const waiting = await openPage(begun);
      expect(waiting.html).toContain(email);
      expect(waiting.html).toMatch(/<strong id="number">\d\d<\/strong>/);
      expect(waiting.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
      expect(await look(begun)).toBe(200);
      const [mail] = await mailsTo(email);
      const number = numberOn(waiting.html);
      const approved = await answerApproval(linkIn(mail as NonNullable<typeof mail>), {
        terms: 'on',
        decision: 'approve',
        number,
      });
      expect(approved.status).toBe(200);
      expect(await look(begun)).toBe(204);
      // Asking again leads back again; only one connection is made.
      const [first, second] = [await openPage(begun), await openPage(begun)];
      expect([first.status, isCode(first.location)]).toEqual([303, true]);
      expect([second.status, isCode(second.location)]).toEqual([303, true]);
      const { code } = parametersOf(second.location);
      const { body } = await redeem({ ...begun, code: code ?? '' });
      const { tokens } = (await call('GET', '/tokens', { token: body.access_token })).body;
      expect(tokens).toHaveLength(1);
    },
  );

  proves(
    ['C5.sign_in', 'H18'],
    'is protected, kept nowhere, and lets its form lead to the client',
    async () => {
      for (const [redirect_uri, source] of [
        ['https://client.example/cb?x=1', 'https://client.example'],
        ['http://127.0.0.1:4567/cb', 'http://127.0.0.1:4567'],
        ['http://[::1]:4567/cb', 'http:'],
        ['com.example.app:/cb', 'com.example.app:'],
      ] as const) {
        const begun = await begin(await newClient({ redirect_uris: [redirect_uri] }));
        const { headers } = await openPage(begun);
        const policy = headers.get('content-security-policy');
        expect(policy).toContain(`form-action 'self' ${source};`);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toContain('unsafe');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
      }
    },
  );

  proves(['H18', 'H12'], 'has a cookie of its own address alone, for this browser alone', async () => {
    const client = await newClient();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${site.url}/oauth/authorize?${query}`, { redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sign_in', 'sign_in.sig']);
    for (const cookie of cookies) {
      expect(cookie).toContain(`path=${response.headers.get('location')};`);
      expect(cookie).toMatch(/; httponly/);
      expect(cookie).toMatch(/; samesite=lax/);
    }
  });

  proves(['C5.sign_in'], 'speaks the language that the client or the browser asks for', async () => {
    const title = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];
    const [es, ru, en] = [
      'Conectar un asistente a tu diario',
      'Подключить ассистента к вашему дневнику',
      'Connect an assistant to your diary',
    ];
    const page = async (ui_locales: string, accept: string, query = '') => {
      const begun = await newSignIn({ ...(ui_locales && { ui_locales }) });
      return title((await openPage(begun, { query, headers: { 'accept-language': accept } })).html);
    };
    expect(await page('fr es-MX en', 'ru')).toBe(es);
    expect(await page('', 'ru')).toBe(ru);
    expect(await page('fr', 'fr')).toBe(en);
    expect(await page('es', 'es', '?language=ru')).toBe(ru);
    // The mail and its page are in the language of the page that it was asked from.
    const asked = await askByMail(await newSignIn({ ui_locales: 'ru' }));
    expect((await mailsTo(asked.email))[0]?.subject).toContain('просит подключиться');
    expect((await openPage(asked, { headers: { 'accept-language': 'en' } })).html).toContain(
      'Проверьте почту',
    );
  });

  proves(['C5.sign_in'], 'takes the hint of the client', async () => {
    const page = async (login_hint: string) => (await openPage(await newSignIn({ login_hint }))).html;
    expect(await page('ana@example.org')).toContain('value="ana@example.org"');
    expect(await page('"><script>')).toContain('name="email" value=""');
  });

  proves(['S5.sign_in_page'], 'asks again for an address that is none', async () => {
    const begun = await newSignIn();
    for (const email of [
      '',
      'ana',
      'a@b.cc, c@d.ee',
      'a..b@example.org',
      'a@b.cc\r\nBcc: c@d.ee',
      `${'a'.repeat(250)}@b.cc`,
    ]) {
      const { status, html } = await postAddress(begun, email);
      expect([email, status]).toEqual([email, 400]);
      expect(html).toContain('id="email-error"');
    }
    expect((await postAddress(begun, `  ${newEmail()} `)).status).toBe(303);
  });

  proves(['H14'], 'mails an address three times an hour, together with POST /connect', async () => {
    const begun = await newSignIn();
    const email = newEmail();
    await call('POST', '/connect', { body: { email, client_name: 'Another way' } });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => postAddress(begun, index % 2 ? email.toUpperCase() : email)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.html).toContain('No more mails can be sent for now');
  });

  proves(['H18'], 'takes posts of our own pages and of what is no browser', async () => {
    const begun = await newSignIn();
    const body = new URLSearchParams({ email: newEmail() });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await openPage(begun, { method: 'POST', headers, body })).status).toBe(403);
    const sameSite = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    for (const headers of [sameSite, {}])
      expect((await openPage(begun, { method: 'POST', headers, body })).status).toBe(303);
  });
});

describe('the browser that began', () => {
  proves(['H12'], 'alone gets the code, whoever approves where', async () => {
    const asked = await askByMail(await newSignIn());
    const link = await fetch(asked.link);
    expect(link.headers.getSetCookie()).toEqual([]);
    const csrf = csrfIn(await link.text());
    const approval = await fetch(asked.link, {
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({ csrf, terms: 'on', number: asked.number, decision: 'approve' }),
    });
    expect([approval.status, approval.headers.getSetCookie()]).toEqual([200, []]);
    const html = await approval.text();
    expect(html).not.toContain('code=');
    expect(html).not.toContain(asked.client.redirectUri);

    // The approver who learns the address gets nothing by it, nor by a cookie that is made up or another's.
    const uid = new URL(asked.location).pathname.split('/').at(-1);
    const other = await newSignIn();
    for (const cookie of [
      '',
      `sign_in=${uid}`,
      `sign_in=${uid}; sign_in.sig=${'x'.repeat(43)}`,
      other.cookie,
    ]) {
      const answer = await openPage({ ...asked, cookie });
      expect([answer.status, answer.location]).toEqual([410, '']);
      const posted = await postAddress({ ...asked, cookie }, newEmail());
      expect(posted.status).toBe(410);
    }
    const back = await openPage(asked);
    expect([isCode(back.location), back.headers.getSetCookie()]).toEqual([true, []]);
  });

  proves(['C5.sign_in'], 'can have several sign-ins open, each with its own end', async () => {
    const client = await newClient();
    const [first, second] = [await askByMail(await begin(client)), await askByMail(await begin(client))];
    await approve(second);
    expect((await openPage(first)).status).toBe(200);
    expect(isCode((await openPage(second)).location)).toBe(true);
    await answerApproval(first.link, { decision: 'deny' });
    expect(parametersOf((await openPage(first)).location).error).toBe('access_denied');
  });

  proves(['C5.sign_in'], 'gets one connection of many answers at once', async () => {
    const asked = await askByMail(await newSignIn());
    await approve(asked);
    const answers = await Promise.all(Array.from({ length: 10 }, () => openPage(asked)));
    expect(answers.map(({ location }) => isCode(location))).toEqual(Array(10).fill(true));
    const connections = await onDatabase((db) =>
      db.collection('connections').countDocuments({ 'grant.client_id': asked.client.id }),
    );
    expect(connections).toBe(1);
  });

  proves(['H10'], 'is told access_denied where the person has disconnected meanwhile', async () => {
    const begun = await newSignIn();
    const asked = await askByMail(begun);
    await approve(asked);
    const { code } = parametersOf((await openPage(asked)).location);
    const { body } = await redeem({ ...begun, code: code ?? '' });
    await call('DELETE', '/tokens/current', { token: body.access_token });
    expect(parametersOf((await openPage(asked)).location)).toMatchObject({
      error: 'access_denied',
      iss: site.url,
    });
  });
});

describe('the number', () => {
  proves(['C5.number'], 'that is wrong changes nothing, and may be mended', async () => {
    const asked = await askByMail(await newSignIn());
    for (const number of [wrongFor(asked.number), wrongFor(asked.number)]) {
      const { status, html } = await approve(asked, { number });
      expect(status).toBe(400);
      expect(html).toContain('id="number-error"');
      expect(await look(asked)).toBe(200);
    }
    expect((await approve(asked)).status).toBe(200);
    expect(isCode((await openPage(asked)).location)).toBe(true);
  });

  proves(['C5.number'], 'wrong three times ends the request as denied', async () => {
    const asked = await askByMail(await newSignIn());
    const wrong = { number: wrongFor(asked.number) };
    await approve(asked, wrong);
    await approve(asked, wrong);
    const third = await approve(asked, wrong);
    expect([third.status, third.html.includes('That was not the number')]).toEqual([200, true]);
    expect((await approve(asked)).status).toBe(410);
    expect(await look(asked)).toBe(204);
    expect(parametersOf((await openPage(asked)).location).error).toBe('access_denied');
  });

  proves(['C5.number'], 'can be guessed three times, however many guesses come at once', async () => {
    const asked = await askByMail(await newSignIn());
    const wrong = { number: wrongFor(asked.number) };
    const guesses = await Promise.all(Array.from({ length: 20 }, () => approve(asked, wrong)));
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(2);
    expect((await approve(asked)).status).toBe(410);
  });

  proves(
    ['C5.number', 'C4.terms'],
    'left empty is asked for again and not counted; terms come first',
    async () => {
      const asked = await askByMail(await newSignIn());
      for (let tries = 0; tries < 5; tries += 1)
        expect((await approve(asked, { number: '' })).status).toBe(400);
      for (let tries = 0; tries < 5; tries += 1) {
        const withoutTerms = await answerApproval(asked.link, {
          decision: 'approve',
          number: wrongFor(asked.number),
        });
        expect([withoutTerms.status, withoutTerms.html.includes('id="terms-error"')]).toEqual([400, true]);
      }
      expect((await approve(asked, { number: ` ${asked.number} ` })).status).toBe(200);
    },
  );

  proves(['C5.number'], 'is not asked for where an assistant polls', async () => {
    const email = newEmail();
    await call('POST', '/connect', { body: { email, client_name: 'Polls' } });
    const [mail] = await mailsTo(email);
    const page = await (await fetch(linkIn(mail as NonNullable<typeof mail>))).text();
    expect(page).not.toContain('name="number"');
  });

  proves(['C5.number'], 'comes with a mail that tells of it and not of four characters', async () => {
    const asked = await askByMail(await newSignIn());
    const [mail] = await mailsTo(asked.email);
    expect(mail?.text).toContain('two-digit number on the page where you began');
    expect(mail?.text).not.toContain('four characters');
    // The client's name, the link and the date hold digits of their own.
    const told = mail?.text.split('\n').filter((line) => !/calls itself|https?:|UTC/.test(line));
    expect(told?.join('\n')).not.toContain(asked.number);
  });
});

describe('a person', () => {
  proves(
    ['C5.start_over'],
    'who gave a wrong address starts over, and its mail is worth nothing any more',
    async () => {
      const begun = await newSignIn();
      const mistyped = await askByMail(begun);
      const again = await openPage(begun, { query: '?again=1' });
      expect(again.html).toContain('name="email"');
      expect(again.html).not.toContain('http-equiv="refresh"');
      const right = await askByMail(begun);
      expect((await approve(mistyped)).status).toBe(410);
      expect(await look(begun)).toBe(200);
      await approve(right);
      const { code } = parametersOf((await openPage(begun)).location);
      const { body } = await redeem({ ...begun, code: code ?? '' });
      const me = await call('GET', '/me', { token: body.access_token });
      expect(me.body.account.email).toBe(right.email);
    },
  );

  proves(['C5.start_over'], 'who had it sent twice can use either mail', async () => {
    const begun = await newSignIn();
    const first = await askByMail(begun);
    const second = await postAddress(begun, first.email);
    expect(second.status).toBe(303);
    expect(numberOn((await openPage(begun)).html)).toBe(first.number);
    expect((await approve(first)).status).toBe(200);
    expect(isCode((await openPage(begun)).location)).toBe(true);
  });

  proves(['H13', 'C5.sign_in'], 'who opens the mail twice changes nothing by it', async () => {
    const asked = await askByMail(await newSignIn());
    await Promise.all(Array.from({ length: 5 }, () => fetch(asked.link)));
    await fetch(asked.link, { method: 'HEAD' });
    expect(await look(asked)).toBe(200);
    await approve(asked);
    expect((await fetch(asked.link)).status).toBe(410);
    expect(isCode((await openPage(asked)).location)).toBe(true);
  });

  proves(
    ['C5.start_over'],
    'who comes after 30 minutes is told what to do, and can have a new mail',
    async () => {
      const asked = await askByMail(await newSignIn());
      await letTimePass(asked, 1801);
      expect((await approve(asked)).status).toBe(410);
      expect(await look(asked)).toBe(204);
      const late = await openPage(asked);
      expect(late.status).toBe(200);
      expect(late.html).toContain('The 30 minutes are over');
      expect(late.html).not.toContain('http-equiv="refresh"');
      const again = await askByMail(asked, asked.email);
      await approve({ ...again, link: linkIn((await mailsTo(asked.email))[0] as never) });
      expect(isCode((await openPage(again)).location)).toBe(true);
    },
  );

  proves(
    ['C5.start_over'],
    'who approved and came back within five minutes is led on, later is not',
    async () => {
      const [early, late] = [await askByMail(await newSignIn()), await askByMail(await newSignIn())];
      for (const asked of [early, late]) {
        await letTimePass(asked, 1790);
        await approve(asked);
      }
      await letTimePass(early, 290);
      await letTimePass(late, 310);
      expect(isCode((await openPage(early)).location)).toBe(true);
      expect((await openPage(late)).html).toContain('The 30 minutes are over');
    },
  );

  proves(['C5.start_over'], 'whose page is hours old is sent back to the assistant', async () => {
    const begun = await newSignIn();
    await onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .updateMany(
          { kind: 'Interaction', 'payload.params.client_id': begun.client.id },
          { $inc: { 'payload.exp': -5100 } },
        ),
    );
    // Too little is left of it for a mail.
    expect((await openPage(begun)).status).toBe(200);
    expect((await postAddress(begun, newEmail())).status).toBe(410);
    await onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .updateMany(
          { kind: 'Interaction', 'payload.params.client_id': begun.client.id },
          { $inc: { 'payload.exp': -2200 } },
        ),
    );
    const over = await openPage(begun);
    expect([over.status, await look(begun)]).toEqual([410, 204]);
    expect(over.html).toContain('go back to your assistant and connect again');
  });

  proves(['C5.sign_in', 'S5.one_account'], 'who has a diary already connects to it', async () => {
    const first = await connectClient();
    const second = await connectClient({}, { email: first.email.toUpperCase() });
    const account = async (token: string) => (await call('GET', '/me', { token })).body.account.id;
    expect(await account(second.access_token)).toBe(await account(first.access_token));
  });
});

describe('a request from the sign-in page', () => {
  proves(['C5.sign_in'], 'cannot be polled', async () => {
    const asked = await askByMail(await newSignIn());
    const id = await onDatabase(
      async (db) =>
        (await db.collection<{ _id: string }>('connection_requests').findOne({ email: asked.email } as never))
          ?._id,
    );
    for (const token of [undefined, '', asked.number])
      expect((await call('GET', `/connect/${id}`, { ...(token && { token }) })).status).toBe(404);
    expect((await call('GET', `/connect/${id}`, { query: { poll_token: '' } })).status).toBe(404);
  });
});
