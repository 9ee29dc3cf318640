import { describe, expect } from '@jest/globals';
import { type AdapterParts, createAdapter } from '../../services/auth/src/oauth/adapter.ts';
import { createArtifactStore } from '../../services/auth/src/oauth/artifact-store.ts';
import { onDatabase } from '../connect/steps.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  type Connected,
  connectClient,
  newClient,
  newCode,
  redeem,
  refresh,
  revoke,
  type TokenAnswer,
} from './steps.ts';

const DAY_MS = 86_400_000;

const meStatus = async (token: string): Promise<number> => (await call('GET', '/me', { token })).status;
const twenty = (work: () => Promise<TokenAnswer>) => Promise.all(Array.from({ length: 20 }, work));
const errorOf = ({ status, body }: TokenAnswer) => [status, body.error];

/** The connection's id, which is the grant's. */
const grantOf = async (token: string): Promise<string> => (await call('GET', '/me', { token })).body.token.id;

/** Lets time pass for one grant: everything that is known of it moves into the past. */
const letTimePass = (grantId: string, milliseconds: number): Promise<void> =>
  onDatabase(async (db) => {
    const earlier = (field: string) => ({
      $cond: [
        { $eq: [{ $type: `$${field}` }, 'date'] },
        { $subtract: [`$${field}`, milliseconds] },
        `$${field}`,
      ],
    });
    const earlierSeconds = (field: string) => ({ $subtract: [`$payload.${field}`, milliseconds / 1000] });
    await db.collection('oauth_artifacts').updateMany({ grant_id: grantId }, [
      {
        $set: {
          expires_at: earlier('expires_at'),
          consumed_at: earlier('consumed_at'),
          'payload.exp': earlierSeconds('exp'),
          'payload.iat': earlierSeconds('iat'),
        },
      },
    ]);
    await db.collection<{ _id: string }>('connections').updateOne({ _id: grantId }, [
      {
        $set: {
          created_at: earlier('created_at'),
          last_used_at: earlier('last_used_at'),
          expires_at: earlier('expires_at'),
        },
      },
    ]);
  });

describe('the token endpoint', () => {
  proves(['S5.oauth', 'C5.refresh'], 'gives an opaque token of an hour and a refresh token', async () => {
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

  proves(['S5.oauth'], 'ends an access token after an hour, by time alone', async () => {
    const { access_token, refresh_token, client } = await connectClient();
    await letTimePass(await grantOf(access_token), 3_601_000);
    // The gateway may keep what it was told for ten seconds.
    await eventually(async () => (await meStatus(access_token)) === 401, 'the token to end');
    expect((await refresh(client, refresh_token)).status).toBe(200);
  });

  for (const method of ['client_secret_post', 'client_secret_basic'])
    proves(['C5.auth_methods'], `knows a client with ${method} by its secret`, async () => {
      const client = await newClient({ token_endpoint_auth_method: method });
      const connected = await connectClient({}, { client });
      const wrong = await refresh({ ...client, secret: 'x'.repeat(43) }, connected.refresh_token);
      expect(errorOf(wrong)).toEqual([401, 'invalid_client']);
      const none = await refresh({ id: client.id, redirectUri: '' }, connected.refresh_token);
      expect(errorOf(none)).toEqual([401, 'invalid_client']);
      const basic = await fetch(`${site.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: connected.refresh_token }),
      });
      expect(basic.status).toBe(200);
    });

  proves(['H19'], 'answers what it cannot read or does not know as OAuth does', async () => {
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
    const told = async (answer: Promise<TokenAnswer>) => (await answer).body.error_description;
    expect([
      await told(redeem({ ...code, client: await newClient() })),
      await told(redeem(code, { redirect_uri: 'http://127.0.0.1/other' })),
      await told(redeem({ ...code, verifier: 'x'.repeat(43) })),
      await told(redeem(code, { code_verifier: '' })),
      await told(redeem({ ...code, code: 'unknown' })),
      await told(refresh(code.client, 'unknown')),
      await told(revoke({ id: 'nobody', redirectUri: '' }, 'unknown')),
      await told(refresh({ id: 'nobody', redirectUri: '' }, 'unknown')),
      await told(refresh({ ...confidential, secret: 'x'.repeat(43) }, 'unknown')),
    ]).toEqual([
      'client mismatch',
      'authorization code redirect_uri mismatch',
      'code_verifier does not match code_challenge',
      'code_verifier must be provided',
      'authorization code not found',
      'refresh token not found',
      'client not found',
      'client not found',
      'invalid secret provided',
    ]);
  });

  proves(['H19'], 'takes a code only with the redirect address that it was sent to', async () => {
    const code = await newCode();
    const other = await redeem(code, { redirect_uri: 'http://127.0.0.1:1/callback' });
    expect(errorOf(other)).toEqual([400, 'invalid_grant']);
    expect(errorOf(await redeem({ ...code, client: await newClient() }))).toEqual([400, 'invalid_grant']);
  });

  proves(['H9'], 'keeps no code and no token, only hashes', async () => {
    const { code, access_token, refresh_token } = await connectClient();
    const stored = await onDatabase((db) =>
      Promise.all(['oauth_artifacts', 'connections'].map((name) => db.collection(name).find().toArray())),
    );
    for (const secret of [code, access_token, refresh_token])
      expect(JSON.stringify(stored).includes(secret)).toBe(false);
  });
});

describe('a code', () => {
  proves(
    ['H9'],
    'redeemed twenty times at once gives one 200; a later replay revokes what it gave',
    async () => {
      const code = await newCode();
      const answers = await twenty(() => redeem(code));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expect(errorOf(answer)).toEqual([400, 'invalid_grant']);
      // The losers have ended nothing.
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

  proves(['H9'], 'replayed at once after its answer revokes too', async () => {
    const code = await newCode();
    const { body } = await redeem(code);
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(body.access_token)).toBe(401);
  });

  proves(['C5.unused'], 'lives for a minute, by time alone', async () => {
    const code = await newCode();
    await onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .updateMany(
          { kind: 'AuthorizationCode', 'payload.clientId': code.client.id },
          { $inc: { 'payload.exp': -61 } },
        ),
    );
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
  });
});

describe('a refresh token', () => {
  proves(['H9', 'C5.refresh'], 'rotates, and its successor goes on', async () => {
    const { client, refresh_token, access_token } = await connectClient();
    const next = await refresh(client, refresh_token);
    expect(next.body.refresh_token).not.toBe(refresh_token);
    expect(next.body.access_token).not.toBe(access_token);
    expect(await meStatus(next.body.access_token)).toBe(200);
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200);
  });

  proves(['H9', 'C5.refresh'], 'used twenty times at once leaves one family, which lives on', async () => {
    const { client, refresh_token } = await connectClient();
    const answers = await twenty(() => refresh(client, refresh_token));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    for (const { body } of answers) expect(await meStatus(body.access_token)).toBe(200);
    const next = await refresh(client, answers[13]?.body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200);
  });

  proves(['H9', 'C5.refresh'], 'whose answer was lost is answered again for 30 seconds', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const lost = await refresh(client, refresh_token);
    await letTimePass(await grantOf(access_token), 29_000);
    const again = await refresh(client, refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
    expect((await refresh(client, again.body.refresh_token)).status).toBe(200);
  });

  const expectRevoked = async ({ client }: Connected, tokens: TokenAnswer): Promise<void> => {
    expect(await meStatus(tokens.body.access_token)).toBe(401);
    expect(errorOf(await refresh(client, tokens.body.refresh_token))).toEqual([400, 'invalid_grant']);
  };

  proves(['H9', 'C5.refresh'], 'used again after 30 seconds revokes the grant', async () => {
    const connected = await connectClient();
    const next = await refresh(connected.client, connected.refresh_token);
    await letTimePass(await grantOf(connected.access_token), 31_000);
    expect(errorOf(await refresh(connected.client, connected.refresh_token))).toEqual([400, 'invalid_grant']);
    await expectRevoked(connected, next);
  });

  proves(
    ['H9', 'C5.refresh'],
    'used again once its successor was used revokes the grant at once',
    async () => {
      const connected = await connectClient();
      const next = await refresh(connected.client, connected.refresh_token);
      const third = await refresh(connected.client, next.body.refresh_token);
      expect(errorOf(await refresh(connected.client, connected.refresh_token))).toEqual([
        400,
        'invalid_grant',
      ]);
      await expectRevoked(connected, third);
    },
  );

  proves(['C5.refresh'], 'used by another client ends nothing', async () => {
    const { client, refresh_token, access_token } = await connectClient();
    await refresh(client, refresh_token);
    expect(errorOf(await refresh(await newClient(), refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(access_token)).toBe(200);
  });

  proves(['C5.refresh'], 'stays used up when SECRET_KEY is changed', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    await refresh(client, refresh_token);
    await letTimePass(await grantOf(access_token), 31_000);
    const found = await onDatabase((db) => {
      const withOtherKey = { artifacts: createArtifactStore(db), successorOf: () => 'another' };
      return createAdapter(withOtherKey as unknown as AdapterParts)('RefreshToken').find(refresh_token);
    });
    expect(found).toMatchObject({ consumed: expect.any(Number) });
  });

  proves(['C5.refresh'], 'whose successor was never written is no replay, however late', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const grantId = await grantOf(access_token);
    await refresh(client, refresh_token);
    await letTimePass(grantId, 60_000);
    // As if auth had died between the two writes: the newest refresh token is not there.
    await onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .deleteOne({ grant_id: grantId, kind: 'RefreshToken', consumed_at: null }),
    );
    expect((await refresh(client, refresh_token)).status).toBe(200);
  });

  proves(['C5.scopes'], 'can be used for fewer scopes, not for more', async () => {
    const { client, refresh_token } = await connectClient({ scope: 'records:read reports:read' });
    const fewer = await refresh(client, refresh_token, { scope: 'reports:read' });
    expect([fewer.status, fewer.body.scope]).toEqual([200, 'reports:read']);
    expect((await call('GET', '/me', { token: fewer.body.access_token })).status).toBe(403);
    const more = await refresh(client, fewer.body.refresh_token, { scope: 'records:read records:write' });
    expect(errorOf(more)).toEqual([400, 'invalid_scope']);
    const all = await refresh(client, fewer.body.refresh_token);
    expect(all.body.scope).toBe('records:read reports:read');
  });

  proves(['C5.unused'], 'that nobody used for 180 days is none any more', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const grantId = await grantOf(access_token);
    await letTimePass(grantId, 179 * DAY_MS);
    const next = await refresh(client, refresh_token);
    expect(next.status).toBe(200);
    await letTimePass(grantId, 180 * DAY_MS);
    expect(errorOf(await refresh(client, next.body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  proves(
    ['C5.refresh', 'C5.one_row', 'C5.unused'],
    'carries a connection through a month of hourly refreshes without one failure',
    async () => {
      const { client, ...first } = await connectClient();
      const grantId = await grantOf(first.access_token);
      let tokens = { access_token: first.access_token, refresh_token: first.refresh_token };
      for (let day = 0; day < 30; day += 1) {
        for (let hour = 0; hour < 24; hour += 1) {
          const { status, body } = await refresh(client, tokens.refresh_token);
          expect([day, hour, status]).toEqual([day, hour, 200]);
          tokens = body;
        }
        const { body } = await call('GET', '/tokens', { token: tokens.access_token });
        expect(body.tokens.map(({ id }: { id: string }) => id)).toEqual([grantId]);
        await letTimePass(grantId, DAY_MS);
      }
    },
    180_000,
  );
});

describe('a grant', () => {
  proves(['C5.one_row', 'H21'], 'is one row and one counter, however often it refreshes', async () => {
    const { client, ...first } = await connectClient();
    const remaining = async (token: string) => {
      const { headers } = await call('GET', '/me', { token });
      return Number(/"requests";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await remaining(first.access_token);
    const second = (await refresh(client, first.refresh_token)).body;
    const third = (await refresh(client, second.refresh_token)).body;
    expect(await remaining(third.access_token)).toBe(before - 1);
    const { body } = await call('GET', '/tokens', { token: third.access_token });
    expect(body.tokens).toEqual([
      expect.objectContaining({
        access: 'oauth',
        current: true,
        client_name: expect.stringMatching(/^Client /),
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain(third.refresh_token);
    expect(Date.parse(body.tokens[0].expires_at) - Date.parse(body.tokens[0].last_used_at)).toBe(
      180 * DAY_MS,
    );
  });

  proves(
    ['C5.revocation'],
    'ends with its refresh token, its access token, or DELETE /tokens/current',
    async () => {
      const endings: [string, (connected: Connected) => Promise<{ status: number }>][] = [
        ['refresh token', ({ client, refresh_token }) => revoke(client, refresh_token)],
        ['access token', ({ client, access_token }) => revoke(client, access_token)],
        ['DELETE', ({ access_token }) => call('DELETE', '/tokens/current', { token: access_token })],
      ];
      for (const [what, end] of endings) {
        const connected = await connectClient();
        const second = (await refresh(connected.client, connected.refresh_token)).body;
        expect(await meStatus(second.access_token)).toBe(200);
        expect([what, (await end({ ...connected, ...second })).status]).toEqual([what, 200]);
        for (const token of [connected.access_token, second.access_token])
          expect([what, await meStatus(token)]).toEqual([what, 401]);
        expect(errorOf(await refresh(connected.client, second.refresh_token))).toEqual([
          400,
          'invalid_grant',
        ]);
        const left = await onDatabase((db) =>
          db.collection('oauth_artifacts').countDocuments({ 'payload.clientId': connected.client.id }),
        );
        expect([what, left]).toEqual([what, 0]);
      }
    },
  );

  proves(
    ['C5.revocation'],
    'is not ended by a stranger, and an unknown token is revoked already',
    async () => {
      const { client, access_token, refresh_token } = await connectClient();
      const stranger = await newClient();
      for (const token of [refresh_token, access_token])
        expect(errorOf(await revoke(stranger, token))).toEqual([400, 'invalid_grant']);
      expect(await meStatus(access_token)).toBe(200);
      expect((await revoke(client, 'unknown')).status).toBe(200);
      expect(await meStatus(access_token)).toBe(200);
    },
  );

  proves(['C5.revocation'], 'ends alone: the other assistants of the person stay', async () => {
    const first = await connectClient();
    const second = await connectClient({}, { client: first.client, email: first.email });
    await revoke(first.client, first.refresh_token);
    expect(await meStatus(second.access_token)).toBe(200);
  });
});
