import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { hashSecret } from 'shared/process/keys.ts';
import { meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { ageGrant, grantOf } from './grant-clock.ts';
import {
  approve,
  type Client,
  connectClient,
  errorOf,
  newClient,
  newCode,
  newSignIn,
  openPage,
  parametersOf,
  redeem,
  refresh,
  requestApproval,
  revoke,
  type TokenAnswer,
} from './steps.ts';

describe('the token endpoint', () => {
  proves(['S5.oauth', 'C5.refresh'], 'returns an opaque token for an hour and a refresh token', async () => {
    const { status, headers, body } = await redeem(await newCode());
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'records:read records:write reports:read share:manage',
    });
  });

  proves(['S5.oauth'], 'expires an access token after an hour, by time alone', async () => {
    const { access_token, refresh_token, client } = await connectClient();
    await ageGrant(await grantOf(access_token), 3_601_000);
    expect(await meStatus(access_token)).toBe(401);
    expect((await refresh(client, refresh_token)).status).toBe(200);
  });

  proves(['H1'], 'ends an access token to the second, also one that was just in use', async () => {
    const { access_token } = await connectClient();
    const left = 8000;
    await ageGrant(await grantOf(access_token), 3_600_000 - left);
    expect(await meStatus(access_token)).toBe(200);
    await sleep(left);
    expect(await meStatus(access_token)).toBe(401);
  });

  for (const method of ['client_secret_post', 'client_secret_basic'])
    proves(['C5.auth_methods'], `authenticates a client with ${method} by its secret`, async () => {
      const client = await newClient({ token_endpoint_auth_method: method });
      const connected = await connectClient({}, { client });
      const wrongSecret = { ...client, secret: 'x'.repeat(43) };
      const noSecret = { id: client.id, redirectUri: '' };
      for (const impostor of [wrongSecret, noSecret])
        for (const send of [refresh, revoke])
          expect(errorOf(await send(impostor, connected.refresh_token))).toEqual([401, 'invalid_client']);
      const basic = await fetch(`${site.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: connected.refresh_token }),
      });
      expect(basic.status).toBe(200);
    });

  proves(['C5.auth_methods'], 'knows a public client by Basic credentials with an empty secret', async () => {
    const post = async (path: string, { id }: Client, fields: Record<string, string>) => {
      const response = await fetch(`${site.url}/oauth/${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:`)}` },
        body: new URLSearchParams(fields),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    };
    const { client, code, verifier } = await newCode();
    const redemption = { grant_type: 'authorization_code', code, code_verifier: verifier };
    const tokens = await post('token', client, { ...redemption, redirect_uri: client.redirectUri });
    expect(tokens.status).toBe(200);
    const refreshing = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token };
    // Some send the id in both places.
    const refreshed = await post('token', client, { ...refreshing, client_id: client.id });
    expect(refreshed.status).toBe(200);
    const other = await newClient();
    expect(errorOf(await post('token', other, { ...refreshing, client_id: client.id }))).toEqual([
      400,
      'invalid_request',
    ]);
    // Of a secret that its client left out, perhaps for want of a setting, the answer must say so.
    const confidential = await newClient({ token_endpoint_auth_method: 'client_secret_basic' });
    expect((await post('token', confidential, refreshing)).body).toEqual({
      error: 'invalid_request',
      error_description: 'client_secret must be provided in the Authorization header',
    });
    expect((await post('revoke', client, { token: refreshed.body.refresh_token })).status).toBe(200);
    expect(await meStatus(refreshed.body.access_token)).toBe(401);
  });

  proves(['H19', 'S5.oauth'], 'answers a client that prefers HTML in JSON, too', async () => {
    const { id } = await newClient();
    for (const path of ['token', 'revoke']) {
      const answer = await fetch(`${site.url}/oauth/${path}`, {
        method: 'POST',
        headers: { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' },
        body: new URLSearchParams({ client_id: `${id}x`, grant_type: 'refresh_token', token: 'x' }),
      });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
    }
  });

  proves(['H19'], 'answers unreadable or unknown requests with OAuth errors', async () => {
    const client = await newClient();
    const connected = await connectClient({}, { client });
    const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
      const response = await fetch(`${site.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    const id = `client_id=${client.id}`;
    expect(await post('')).toEqual([400, 'invalid_request']);
    expect(await post('x'.repeat(600_000))).toEqual([400, 'invalid_request']);
    expect(await post('{"grant_type":"refresh_token"}', 'application/json')).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await post(`${id}&grant_type=password`)).toEqual([400, 'unsupported_grant_type']);
    expect(await post(`${id}&grant_type=client_credentials`)).toEqual([400, 'unsupported_grant_type']);
    expect(await post(`${id}&grant_type=refresh_token`)).toEqual([400, 'invalid_request']);
    expect(await post(`${id}&grant_type=refresh_token&refresh_token=x&refresh_token=y`)).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await post(`${id}&grant_type=authorization_code&code=x&redirect_uri=x`)).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await post('client_id=nobody&grant_type=refresh_token&refresh_token=x')).toEqual([
      401,
      'invalid_client',
    ]);
    const other = await refresh(await newClient(), connected.refresh_token);
    expect(errorOf(other)).toEqual([400, 'invalid_grant']);
    expect((await refresh(client, connected.refresh_token)).status).toBe(200);
  });

  proves(['H19'], "tells a client's author what is wrong", async () => {
    const code = await newCode();
    const confidential = await newClient({ token_endpoint_auth_method: 'client_secret_post' });
    const told = async (answer: Promise<TokenAnswer>) => {
      const { body, status } = await answer;
      return [status, body.error, body.error_description];
    };
    expect([
      await told(redeem({ ...code, client: await newClient() })),
      await told(redeem(code, { redirect_uri: 'http://127.0.0.1:1/callback' })),
      await told(redeem({ ...code, verifier: 'x'.repeat(43) })),
      await told(redeem(code, { code_verifier: '' })),
      await told(redeem({ ...code, code: 'unknown' })),
      await told(refresh(code.client, 'unknown')),
      await told(revoke({ id: 'nobody', redirectUri: '' }, 'unknown')),
      await told(refresh({ id: 'nobody', redirectUri: '' }, 'unknown')),
      await told(refresh({ ...confidential, secret: 'x'.repeat(43) }, 'unknown')),
    ]).toEqual([
      [400, 'invalid_grant', 'client mismatch'],
      [400, 'invalid_grant', 'authorization code redirect_uri mismatch'],
      [400, 'invalid_grant', 'code_verifier does not match code_challenge'],
      [400, 'invalid_grant', 'code_verifier must be provided'],
      [400, 'invalid_grant', 'authorization code not found'],
      [400, 'invalid_grant', 'refresh token not found'],
      [401, 'invalid_client', 'client not found'],
      [401, 'invalid_client', 'client not found'],
      [401, 'invalid_client', 'invalid secret provided'],
    ]);
  });

  proves(['H9'], 'stores codes and tokens only as hashes', async () => {
    const { code, access_token, refresh_token } = await connectClient();
    const stored = await onDatabase((db) =>
      Promise.all(['oauth_artifacts', 'connections'].map((name) => db.collection(name).find().toArray())),
    );
    for (const secret of [code, access_token, refresh_token]) {
      expect(JSON.stringify(stored).includes(hashSecret(secret))).toBe(true);
      expect(JSON.stringify(stored).includes(secret)).toBe(false);
    }
  });
});

describe('a code', () => {
  /** Sets the end of the codes of a client back by some seconds. */
  const age = ({ client }: Awaited<ReturnType<typeof newCode>>, seconds: number) =>
    onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .updateMany(
          { kind: 'AuthorizationCode', 'payload.clientId': client.id },
          { $inc: { 'payload.exp': -seconds } },
        ),
    );

  proves(
    ['H9'],
    'redeemed twenty times at once gives one 200; a later replay revokes its tokens',
    async () => {
      const code = await newCode();
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expect(errorOf(answer)).toEqual([400, 'invalid_grant']);
      // The other requests have revoked nothing.
      const { access_token, refresh_token } = winners[0]?.body ?? {};
      expect(await meStatus(access_token)).toBe(200);
      const refreshed = await refresh(code.client, refresh_token);
      expect(refreshed.status).toBe(200);
      expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
      expect(await meStatus(access_token)).toBe(401);
      expect(await meStatus(refreshed.body.access_token)).toBe(401);
      expect(errorOf(await refresh(code.client, refreshed.body.refresh_token))).toEqual([
        400,
        'invalid_grant',
      ]);
    },
  );

  proves(['C5.resource'], 'refused for a resource that was not granted is not used up', async () => {
    const code = await newCode({ resource: site.base });
    expect(errorOf(await redeem(code, { resource: `${site.url}/mcp` }))).toEqual([400, 'invalid_target']);
    const { status, body } = await redeem(code, { resource: site.base });
    expect([status, await meStatus(body.access_token)]).toEqual([200, 200]);
  });

  proves(['H9'], 'replayed right after its answer revokes its tokens too', async () => {
    const code = await newCode();
    const { body } = await redeem(code);
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(body.access_token)).toBe(401);
  });

  proves(['H9'], 'replayed when its minute is over revokes its tokens too', async () => {
    const code = await newCode();
    const { body } = await redeem(code);
    await age(code, 61);
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(body.access_token)).toBe(401);
  });

  proves(
    ['H9'],
    'whose redemption broke off before its refresh token ends no grant: its page gives another',
    async () => {
      const mailed = await requestApproval(await newSignIn());
      await approve(mailed);
      const codeOfPage = async () => parametersOf((await openPage(mailed)).location).code ?? '';
      const code = { ...mailed, code: await codeOfPage() };
      expect((await redeem(code)).status).toBe(200);
      // Simulates that the process which redeemed the code has died before it wrote the second token.
      await onDatabase(async (db) => {
        const artifacts = db.collection('oauth_artifacts');
        const ofClient = { 'payload.clientId': mailed.client.id };
        await artifacts.deleteOne({ kind: 'RefreshToken', ...ofClient });
        const consumed_at = new Date(Date.now() - 3000);
        await artifacts.updateOne({ kind: 'AuthorizationCode', ...ofClient }, { $set: { consumed_at } });
      });
      expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
      const { status, body } = await redeem({ ...code, code: await codeOfPage() });
      expect([status, await meStatus(body.access_token)]).toEqual([200, 200]);
    },
  );

  proves(['C5.unused'], 'is valid for a minute, by time alone', async () => {
    const code = await newCode();
    await age(code, 61);
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
  });
});
