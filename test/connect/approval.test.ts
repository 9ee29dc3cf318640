import { describe, expect, test } from '@jest/globals';
import { language as languages } from 'shared/contract/fields.ts';
import { createLog } from 'shared/observe/log.ts';
import { createMongo } from 'shared/store/mongo.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { createAccountStore } from '../../services/auth/src/accounts/account-store.ts';
import { createBeginAccount } from '../../services/auth/src/accounts/begin-account.ts';
import {
  approve,
  authorize,
  connectClient,
  newClient,
  openPage,
  parametersOf,
  redeem,
  requestApproval,
} from '../oauth/steps.ts';
import { onRedis } from '../person/traces.ts';
import {
  answerApproval,
  type ConnectRequest,
  csrfIn,
  meStatus,
  newConnection,
  newEmail,
  poll,
  requestConnection,
} from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { ageRequest, decoded, limitKeyOf } from './steps.ts';

const accountsOf = (email: string) =>
  onDatabase((db) => db.collection('accounts').find({ email_key: email.toLowerCase() }).toArray());

const csrfOf = async (link: string): Promise<string> => csrfIn(await (await fetch(link)).text());

const post = async (
  link: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) => {
  const response = await fetch(link, {
    method: 'POST',
    headers: { origin: site.url, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, html: await response.text() };
};

const approval = async (request: ConnectRequest) => ({
  csrf: await csrfOf(request.link),
  terms: 'on',
  decision: 'approve',
});

describe('the approval page', () => {
  proves(['H13'], 'can be opened any number of times and changes nothing', async () => {
    const request = await requestConnection();
    const methods = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'GET' : 'HEAD'));
    const opened = await Promise.all(methods.map((method) => fetch(request.link, { method })));
    expect(opened.map(({ status }) => status)).toEqual(methods.map(() => 200));
    expect((await poll(request)).body).toEqual({ status: 'pending' });
    expect(await accountsOf(request.email)).toEqual([]);
    expect((await answerApproval(request.link)).status).toBe(200);
  });

  proves(['C4.approval_page'], 'says that approving begins a diary, until there is one', async () => {
    const email = newEmail();
    for (const begins of [true, false]) {
      const { link } = await requestConnection({ email });
      expect((await (await fetch(link)).text()).includes('no diary for this address yet')).toBe(begins);
      await answerApproval(link);
    }
  });

  proves(['C4.approval_page'], 'says, as its mail does, what holds for every diary', async () => {
    const ofEvery =
      /of all your diaries|in all your diaries|todos tus diarios|всех ваших дневниках|всем вашим дневникам/g;
    const scopes = ['records:read', 'records:write', 'reports:read'];
    for (const language of languages.options) {
      const request = await requestConnection({ language, scopes });
      const page = await (await fetch(request.link)).text();
      const { text, html } = await mailTo(request.email);
      for (const said of [page, text.replaceAll(/\s+/g, ' '), html])
        expect([language, said.match(ofEvery)?.length]).toEqual([language, scopes.length]);
    }
  });

  proves(['H16'], 'shows a hostile client name as inert text, in mail and page', async () => {
    for (const name of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "Gооgle' & <b>Co</b>",
      'Claude”. Your number is 42, and it is also known as “Claude',
      'Claude», проверен. «Claude',
    ]) {
      const request = await requestConnection({ client_name: name });
      const page = await (await fetch(request.link)).text();
      const { html, text, subject } = await mailTo(request.email);
      for (const markup of [page, html]) expect(markup).not.toMatch(/<script>alert|<img src=x|<b>Co/);
      expect(decoded(page)).toContain(name);
      // In a sentence of the mail, none of its quotation marks ends ours.
      for (const part of [decoded(html), text, subject])
        expect(part).toContain(`“${name.replace(/["“”«»]/g, "'")}”`);
    }
  });

  proves(['H13'], 'acts only with its own CSRF token, never with that of another page', async () => {
    const [request, other] = [await requestConnection(), await requestConnection()];
    const good = await approval(request);
    const refused = [
      await post(request.link, { ...good, csrf: '' }),
      await post(request.link, { ...good, csrf: await csrfOf(other.link) }),
      await post(request.link, { terms: 'on', decision: 'approve' }),
      await post(request.link, good, { origin: 'https://evil.example' }),
      await post(request.link, good, { origin: 'null', 'sec-fetch-site': 'cross-site' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    for (const { html } of refused.slice(0, 3))
      expect(html).toMatch(/<title>Not yet: .*role="alert">[^<]*Nothing was decided/s);
    expect((await post(request.link, { ...good, decision: 'maybe' })).status).toBe(400);
    expect((await poll(request)).body).toEqual({ status: 'pending' });
    expect(await accountsOf(request.email)).toEqual([]);
    const withoutBrowser = await fetch(request.link, { method: 'POST', body: new URLSearchParams(good) });
    expect(withoutBrowser.status).toBe(200);
  });

  proves(
    ['C4.decline_twice'],
    'asks once more before it declines, and can approve until then, whoever pressed the button',
    async () => {
      const request = await requestConnection();
      const { csrf } = await approval(request);
      for (const headers of [{}, { 'accept-language': 'es' }]) {
        const asked = await post(request.link, { csrf, terms: 'on', decision: 'deny' }, headers);
        expect([asked.status, csrfIn(asked.html)]).toEqual([200, expect.stringMatching(/^.{20}/)]);
        expect(asked.html).toContain('<h1>Decline this request?</h1>');
        expect(asked.html).toMatch(/type="hidden" name="sure" value="on".*name="decision" value="deny"/s);
        expect(asked.html).not.toMatch(/value="approve"/);
      }
      await ageRequest(request, 5);
      expect((await poll(request)).body).toEqual({ status: 'pending' });
      expect((await post(request.link, { csrf, decision: 'deny', sure: '' })).html).toContain('?</h1>');
      expect((await post(request.link, { csrf: '', decision: 'deny', sure: 'on' })).status).toBe(403);
      expect((await answerApproval(request.link)).html).toContain('<h1>Approved</h1>');
      expect((await post(request.link, { csrf, decision: 'deny' })).status).toBe(410);
      await ageRequest(request, 5);
      expect((await poll(request)).body.status).toBe('approved');
    },
  );

  /** As if an hour had passed: three mails an hour go to one address. */
  const forgetMails = (email: string) => onRedis(site, (redis) => redis.del(limitKeyOf(email, site)));

  const offersToReplace = async (link: string) =>
    /<input[^>]*name="replace"[^>]*>/.exec(await (await fetch(link)).text())?.[0];

  proves(['C4.replace'], 'offers to disconnect assistants of the same name, unticked, if any', async () => {
    const email = newEmail();
    const first = await newConnection({ email, clientName: 'Kitchen' });
    const ofOtherName = await requestConnection({ email, client_name: 'kitchen' });
    expect(await offersToReplace(ofOtherName.link)).toBeUndefined();
    const sameName = await requestConnection({ email, client_name: 'Kitchen' });
    expect(await offersToReplace(sameName.link)).toMatch(/^(?!.*checked)/);
    const ofAnother = await requestConnection({ client_name: 'Kitchen' });
    expect(await offersToReplace(ofAnother.link)).toBeUndefined();
    // Left as it is, nothing is disconnected.
    await answerApproval(sameName.link);
    expect((await poll(sameName)).body.status).toBe('approved');
    expect(await meStatus(first.token)).toBe(200);
  });

  proves(
    ['C4.replace'],
    'disconnects those of the same name at once, by e-mail or OAuth, and nobody else',
    async () => {
      const email = newEmail();
      const [old, other] = [
        await newConnection({ email, clientName: 'Kitchen' }),
        await newConnection({ email, clientName: 'Watch' }),
      ];
      const foreign = await newConnection({ clientName: 'Kitchen' });
      const client = await newClient({ client_name: 'Kitchen' });
      const connected = await connectClient({}, { client, email });
      await forgetMails(email);

      // A form that lacks the terms keeps the tick and disconnects nobody.
      const request = await requestConnection({ email, client_name: 'Kitchen' });
      const { csrf } = await approval(request);
      const without = await post(request.link, { csrf, decision: 'approve', replace: 'on' });
      expect([without.status, /name="replace"[^>]* checked/.test(without.html)]).toEqual([400, true]);
      await post(request.link, { csrf, decision: 'deny', replace: 'on' });
      expect([await meStatus(old.token), await meStatus(connected.access_token)]).toEqual([200, 200]);

      await post(request.link, { csrf, terms: 'on', decision: 'approve', replace: 'on' });
      expect([await meStatus(old.token), await meStatus(connected.access_token)]).toEqual([401, 401]);
      expect([await meStatus(other.token), await meStatus(foreign.token)]).toEqual([200, 200]);
      const { body } = await poll(request);
      expect(await meStatus(body.token)).toBe(200);

      // The approval of an OAuth sign-in has the same box.
      await forgetMails(email);
      const mailed = await requestApproval(await authorize(client), email);
      expect(await offersToReplace(mailed.link)).toBeDefined();
      await approve(mailed, { replace: 'on' });
      expect(await meStatus(body.token)).toBe(401);
      const { code = '' } = parametersOf((await openPage(mailed)).location);
      expect(await meStatus((await redeem({ ...mailed, code })).body.access_token)).toBe(200);
    },
  );

  proves(['C4.replace'], 'disconnects with the token where the approval was cut off before', async () => {
    const email = newEmail();
    const old = await newConnection({ email, clientName: 'Kitchen' });
    const request = await requestConnection({ email, client_name: 'Kitchen' });
    await answerApproval(request.link);
    // As if auth had ended between the approval and what follows it.
    await onDatabase(async (db) => {
      const [connection] = await db.collection('connections').find({ account_id: old.account.id }).toArray();
      await db
        .collection<{ _id: string }>('connection_requests')
        .updateOne({ _id: request.requestId }, { $set: { replaces: [String(connection?._id)] } });
    });
    expect(await meStatus(old.token)).toBe(200);
    const { body } = await poll(request);
    expect([await meStatus(old.token), await meStatus(body.token)]).toEqual([401, 200]);
  });

  proves(['C4.terms', 'H13'], 'needs accepted terms to approve and nothing to decline', async () => {
    const request = await requestConnection();
    const { csrf } = await approval(request);
    const without = await post(request.link, { csrf, decision: 'approve' });
    expect(without.status).toBe(400);
    expect(without.html).toContain('name="terms"');
    expect((await poll(request)).body).toEqual({ status: 'pending' });
    const denied = await post(request.link, { csrf, decision: 'deny', sure: 'on', not_known: 'x' });
    expect(denied.status).toBe(200);
    await ageRequest(request, 5);
    expect((await poll(request)).body).toEqual({ status: 'denied' });
    expect(await accountsOf(request.email)).toEqual([]);
  });

  proves(['C4.approval_page', 'H13'], 'decides once, however many tabs and clicks there are', async () => {
    const request = await requestConnection();
    const { csrf } = await approval(request);
    const clicks = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post(request.link, { csrf, terms: 'on', sure: 'on', decision: index % 2 === 0 ? 'approve' : 'deny' }),
      ),
    );
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
    const decided = clicks.findIndex(({ status }) => status === 200) % 2 === 0 ? 'approved' : 'denied';
    expect((await poll(request)).body.status).toBe(decided);
  });

  proves(['H13'], 'decides nothing where a form says both', async () => {
    const request = await requestConnection();
    const { csrf } = await approval(request);
    const fields: [string, string][] = [
      ['csrf', csrf],
      ['terms', 'on'],
      ['decision', 'deny'],
      ['decision', 'approve'],
    ];
    expect((await post(request.link, fields)).status).toBe(400);
    expect((await poll(request)).body.status).toBe('pending');
  });

  proves(
    ['C4.terms', 'C4.approval_page'],
    'makes no account of an address that declines while it approves',
    async () => {
      const declinesFirst = async (): Promise<boolean> => {
        const request = await requestConnection();
        const { csrf, terms } = await approval(request);
        const [declined] = await Promise.all([
          post(request.link, { csrf, decision: 'deny', sure: 'on' }),
          post(request.link, { csrf, terms, decision: 'approve' }),
        ]);
        if (declined.status !== 200) return false;
        expect(await accountsOf(request.email)).toEqual([]);
        return true;
      };
      const declined = await Promise.all(Array.from({ length: 10 }, declinesFirst));
      expect(declined).toContain(true);
    },
  );

  proves(['H13', 'C4.approval_page'], 'says when its link was used, has expired or is unknown', async () => {
    const used = await requestConnection();
    const form = await approval(used);
    await post(used.link, form);
    const expired = await requestConnection();
    const late = await approval(expired);
    await ageRequest(expired, 1800);
    const over = await fetch(used.link);
    const html = await over.text();
    expect(over.status).toBe(410);
    expect(html).toContain('<h1>You have already approved this</h1>');
    expect(html).not.toContain('<form');
    expect((await post(used.link, { ...form, decision: 'deny' })).status).toBe(410);
    expect((await poll(used)).body.status).toBe('approved');
    expect((await fetch(expired.link)).status).toBe(410);
    expect((await post(expired.link, late)).status).toBe(410);
    expect((await poll(expired)).body).toEqual({ status: 'expired' });
    expect(await accountsOf(expired.email)).toEqual([]);
    const unknown = used.link.replace(/.{6}$/, 'xxxxxx');
    expect((await fetch(unknown)).status).toBe(404);
    const posted = await post(unknown, form);
    expect([posted.status, /^<!doctype html>/i.test(posted.html)]).toEqual([404, true]);
    await ageRequest(expired, 86_400);
    expect((await fetch(expired.link)).status).toBe(404);
  });
});

describe('the account', () => {
  proves(
    ['S5.one_account'],
    'is created once, at the first approval of its address in upper or lower case',
    async () => {
      const email = newEmail();
      const requests = [
        await requestConnection({ email }),
        await requestConnection({ email: email.toUpperCase() }),
        await requestConnection({ email }),
      ];
      await Promise.all(requests.map(({ link }) => answerApproval(link)));
      const polled = await Promise.all(requests.map(poll));
      expect(new Set(polled.map(({ body }) => body.account.id)).size).toBe(1);
      const [account, ...others] = await accountsOf(email);
      expect(others).toEqual([]);
      expect(account?.consents).toEqual([{ terms_version: expect.any(String), at: expect.any(Date) }]);
    },
  );

  proves(['C2.time_zone'], "starts in the browser's zone and keeps it; an invalid one is UTC", async () => {
    const zoneAfter = async (email: string, time_zone?: string) => {
      const { link } = await requestConnection({ email });
      await answerApproval(link, { terms: 'on', decision: 'approve', ...(time_zone && { time_zone }) });
      return (await accountsOf(email))[0]?.time_zone;
    };
    const email = newEmail();
    expect(await zoneAfter(email, 'Europe/Madrid')).toBe('Europe/Madrid');
    expect(await zoneAfter(email, 'America/Lima')).toBe('Europe/Madrid');
    expect(await zoneAfter(newEmail(), 'Mars/Olympus')).toBe('UTC');
    expect(await zoneAfter(newEmail())).toBe('UTC');
  });

  proves(['C4.language'], 'has the language of its first request', async () => {
    const request = await requestConnection({ language: 'ru' });
    await answerApproval(request.link);
    expect((await poll(request)).body.account.language).toBe('ru');
    const again = await requestConnection({ email: request.email, language: 'es' });
    await answerApproval(again.link);
    expect((await poll(again)).body.account.language).toBe('ru');
  });

  proves(['C4.language'], 'has the language that was chosen on the page', async () => {
    const request = await requestConnection();
    const page = `${request.link}?language=es`;
    expect((await post(page, await approval(request))).status).toBe(200);
    expect((await poll(request)).body.account.language).toBe('es');
  });

  test('begins also where the URL of the database prefers secondaries', async () => {
    const url = `${await databaseOfRunningSet(site.dataDir)}&readPreference=secondaryPreferred`;
    const { client, db } = createMongo(url, 'test', createLog('test', 'silent'));
    const beginAccount = createBeginAccount(client, createAccountStore(db));
    const person = { email: newEmail(), language: 'en', timeZone: undefined } as const;
    try {
      expect(db.readPreference).toMatchObject({ mode: 'primary' });
      expect(await beginAccount(person, new Date(), async () => true)).toMatchObject({ email: person.email });
    } finally {
      await client.close();
    }
  });
});
