import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { hashSecret } from 'shared/process/keys.ts';
import { createArtifactStore } from '../../services/auth/src/access/artifact-store.ts';
import { call, meStatus, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { inWaves } from '../support/in-waves.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import {
  approve,
  authorize,
  newClient,
  numberOn,
  openPage,
  parametersOf,
  REDIRECT_URI,
  redeem,
  refresh,
  register,
} from './steps.ts';

const PER_NETWORK = 6;
const AUTH_URL = 'https://auth.example.org';

let set: ServiceSet;

beforeAll(async () => {
  set = await startSet({
    env: { LIMIT_CONNECT_PER_NETWORK: String(PER_NETWORK), AUTH_URL, OFFER_CLIENT_DOCUMENTS: 'false' },
  });
}, 600_000);

afterAll(() => set?.stop());

const publicClient = () => ({
  client_name: `Client ${randomUUID()}`,
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'none',
});

/** The whole flow where the authorization server has its own URL. */
const connectAtAuthUrl = async () => {
  const signIn = await authorize(await newClient({}, set), {}, { set });
  const post = (email: string, origin: string) =>
    openPage(signIn, { method: 'POST', headers: { origin }, body: new URLSearchParams({ email }) });
  const email = newEmail();
  const answers = [await post(email, set.url), await post(email, AUTH_URL)];
  const { html: waiting } = await openPage(signIn);
  const number = numberOn(waiting);
  await approve({ ...signIn, email, number, link: linkIn(await mailTo(email, set)) });
  const { location } = await openPage(signIn);
  const { code = '', iss } = parametersOf(location);
  const { body } = await redeem({ ...signIn, code });
  return { signIn, waiting, answers, iss, ...(body as { access_token: string; refresh_token: string }) };
};

let connected: Awaited<ReturnType<typeof connectAtAuthUrl>>;

describe('an authorization server with its own URL', () => {
  proves(['H3', 'C5.server_metadata'], 'is found through the site, and people sign in there', async () => {
    const response = await fetch(`${set.url}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toMatchObject({
      issuer: set.url,
      authorization_endpoint: `${AUTH_URL}/oauth/authorize`,
      token_endpoint: `${AUTH_URL}/oauth/token`,
      registration_endpoint: `${AUTH_URL}/oauth/register`,
      revocation_endpoint: `${AUTH_URL}/oauth/revoke`,
      // The operator can have clients register instead.
      client_id_metadata_document_supported: false,
    });
    connected = await connectAtAuthUrl();
    expect(connected.iss).toBe(set.url);
    expect(connected.answers.map(({ status }) => status)).toEqual([403, 303]);
    expect(await meStatus(connected.access_token, set)).toBe(200);
  });

  proves(['C5.sign_in'], 'leads from its pages to the site, which alone takes the forms there', async () => {
    const elsewhere = await openPage({ ...connected.signIn, cookie: '' });
    expect(elsewhere.status).toBe(410);
    for (const html of [connected.waiting, elsewhere.html]) {
      expect(html).toContain(`href="${set.url}/`);
      expect(html).not.toMatch(/href="\/(\?|"|terms|privacy)/);
    }
  });

  proves(['H18'], 'has cookies for https only', async () => {
    const { id } = connected.signIn.client;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: id,
      redirect_uri: REDIRECT_URI,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${set.url}/oauth/authorize?${query}`, { redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-sign_in.*; secure/);
  });
});

describe('a flood of registrations from one network', () => {
  proves(['H7'], 'is refused beyond the limit; known public clients never count', async () => {
    const known = publicClient();
    expect((await register(known, { set })).status).toBe(201);
    const flood = await inWaves(40, 5, () => register(publicClient(), { set }));
    const passed = flood.filter(({ status }) => status === 201).length;
    // One was registered by the test above, one here.
    expect(passed).toBe(PER_NETWORK - 2);
    for (const { status, headers, body } of flood)
      if (status !== 201) {
        expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    const confidential = await register(
      { ...publicClient(), token_endpoint_auth_method: 'client_secret_post' },
      { set },
    );
    expect(confidential.status).toBe(429);
    const again = await inWaves(20, 5, () => register(known, { set }));
    expect(again.map(({ status }) => status)).toEqual(Array(20).fill(201));
    // Invalid metadata does not count, and is refused as such even beyond the limit.
    expect((await register({ redirect_uris: ['http://x.example'] }, { set })).status).toBe(400);
  });

  proves(['H7'], 'leaves connection requests and sign-ins alone, which have their own limits', async () => {
    const answer = await call('POST', '/connect', {
      set,
      body: { email: newEmail(), client_name: 'Test assistant' },
    });
    expect(answer.status).toBe(202);
    expect((await authorize(connected.signIn.client, {}, { set })).status).toBe(303);
  });
});

describe('when a part is down', () => {
  const go = () => refresh(connected.signIn.client, connected.refresh_token, {}, set);
  const goOn = async () => {
    const { body } = await eventually(async () => {
      const answer = await go();
      return answer.status === 200 && answer;
    }, 'a refresh to succeed');
    connected.refresh_token = body.refresh_token;
    expect(await meStatus(body.access_token, set)).toBe(200);
  };

  proves(
    ['C7.database_away', 'C5.refresh'],
    'the database: 503 in the format of OAuth, and no sign-in is lost',
    async () => {
      await set.whileFrozen(await databasePart(set), async () => {
        const answer = await go();
        expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable']);
        expect(answer.headers.get('retry-after')).toBe('2');
        const page = await authorize(connected.signIn.client, {}, { set });
        expect([page.status, page.location]).toEqual([503, '']);
        expect(page.html).toMatch(/^<!DOCTYPE html>/);
        const registration = await register(publicClient(), { set });
        expect([registration.status, registration.body.error]).toEqual([503, 'temporarily_unavailable']);
      });
      await goOn();
    },
  );

  proves(['C5.refresh'], 'auth killed: the next refresh succeeds', async () => {
    const refreshing = Promise.allSettled(Array.from({ length: 5 }, go));
    await set.kill('auth', 'SIGKILL');
    await refreshing;
    await goOn();
    await goOn();
  });

  proves(
    ['C5.refresh'],
    'auth frozen: clients are told to try again; a refresh whose client has left uses up nothing',
    async () => {
      const { signIn, refresh_token } = connected;
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: signIn.client.id,
        refresh_token,
      });
      const leave = () =>
        fetch(`${set.url}/oauth/token`, { method: 'POST', body, signal: AbortSignal.timeout(1000) });
      await set.whileFrozen('auth', async () => {
        const [late] = await Promise.all([
          refresh(signIn.client, 'unknown', {}, set),
          expect(leave()).rejects.toThrow(/timeout/),
        ]);
        // Whoever is told anything else asks the person to sign in anew.
        expect([late.status, late.body.error]).toEqual([504, 'temporarily_unavailable']);
      });
      // Time enough to handle what had arrived.
      await sleep(2000);
      const stored = await onDatabase(
        (db) => db.collection<{ _id: string }>('oauth_artifacts').findOne({ _id: hashSecret(refresh_token) }),
        set,
      );
      expect(stored).toMatchObject({ consumed_at: null });
      await goOn();
    },
  );

  proves(['C5.registration'], 'Redis: no new client is registered; refreshes succeed', async () => {
    await set.whileFrozen('redis', async () => {
      const { status, headers, body } = await register(publicClient(), { set });
      expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '2']);
      await goOn();
    });
  });

  proves(['C5.sign_in'], 'the mailbox: the page says so and can be submitted again', async () => {
    const signIn = await authorize(connected.signIn.client, {}, { set });
    const post = () =>
      openPage(signIn, {
        method: 'POST',
        headers: { origin: AUTH_URL },
        body: new URLSearchParams({ email: newEmail() }),
      });
    const { status, html } = await set.whileFrozen('mailbox', post);
    expect([status, html.includes('The e-mail could not be sent just now')]).toEqual([502, true]);
    await eventually(async () => (await post()).status === 303, 'mail to go out again');
  });
});

describe('a flood of requests for client id metadata documents from one network', () => {
  proves(['Z.limits', 'H11'], 'signs out nobody whose document was read before', async () => {
    // The name resolves nowhere (RFC 2606).
    const idOf = (name: string) => `https://client.invalid/${name}.json`;
    await onDatabase(
      (db) =>
        createArtifactStore(db).put('ClientMetadata', idOf('known'), {
          client_id: idOf('known'),
          redirect_uris: [REDIRECT_URI],
          application_type: 'native',
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'none',
          exp: Math.floor(Date.now() / 1000) + 3600,
        }),
      set,
    );
    const refreshOf = async (name: string) =>
      (await refresh({ id: idOf(name), redirectUri: '' }, 'unknown', {}, set)).body;
    const flood: { error_description: string }[] = [];
    for (let count = 0; count <= PER_NETWORK; count += 1) flood.push(await refreshOf(String(count)));
    expect(flood.filter((body) => body.error_description.includes('not allowed'))).toHaveLength(1);
    expect((await refreshOf('known')).error).toBe('invalid_grant');
  });
});

describe('a flood of sign-ins from one network', () => {
  proves(['Z.limits'], 'is refused beyond the limit, with a page', async () => {
    const { client } = connected.signIn;
    const flood = await inWaves(20, 5, () => authorize(client, {}, { set }));
    expect(flood.filter(({ status }) => status === 303).length).toBeLessThan(PER_NETWORK);
    for (const { status, html } of flood)
      if (status !== 303) expect([status, html]).toEqual([429, expect.stringContaining('<!DOCTYPE html>')]);
    // Existing sign-ins are not affected.
    expect((await refresh(client, connected.refresh_token, {}, set)).status).toBe(200);
  });
});
