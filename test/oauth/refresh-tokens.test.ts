import { describe, expect } from '@jest/globals';
import { createArtifactStore } from '../../services/auth/src/access/artifact-store.ts';
import { createConnectionStore } from '../../services/auth/src/access/connection-store.ts';
import { type AdapterParts, createAdapter } from '../../services/auth/src/oauth/adapter.ts';
import { call, meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { ageGrant, DAY_MS, grantOf, moveGrant } from './grant-clock.ts';
import { type Connected, connectClient, errorOf, newClient, refresh, type TokenAnswer } from './steps.ts';

describe('a refresh token', () => {
  proves(['H9', 'C5.refresh'], 'rotates, and its successor is valid', async () => {
    const { client, refresh_token, access_token } = await connectClient();
    const next = await refresh(client, refresh_token);
    expect(next.body.refresh_token).not.toBe(refresh_token);
    expect(next.body.access_token).not.toBe(access_token);
    expect(await meStatus(next.body.access_token)).toBe(200);
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200);
  });

  proves(['H9', 'C5.refresh'], 'used twenty times at once leaves one family, which lives on', async () => {
    const { client, refresh_token } = await connectClient();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(client, refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    for (const { body } of answers) expect(await meStatus(body.access_token)).toBe(200);
    const next = await refresh(client, answers[13]?.body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200);
  });

  proves(['H9', 'C5.refresh'], 'whose response was lost can be used again for 30 seconds', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const unreceived = await refresh(client, refresh_token);
    await ageGrant(await grantOf(access_token), 25_000);
    const again = await refresh(client, refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, unreceived.body.refresh_token]);
    expect((await refresh(client, again.body.refresh_token)).status).toBe(200);
  });

  const expectRevoked = async ({ client }: Connected, tokens: TokenAnswer): Promise<void> => {
    expect(await meStatus(tokens.body.access_token)).toBe(401);
    expect(errorOf(await refresh(client, tokens.body.refresh_token))).toEqual([400, 'invalid_grant']);
  };

  proves(
    ['C5.refresh_lost'],
    'whose response was lost can be used again a day later, from anywhere, as often as that is lost too',
    async () => {
      const { client, access_token, refresh_token } = await connectClient();
      const grantId = await grantOf(access_token);
      const unreceived = await refresh(client, refresh_token);
      for (const age of [DAY_MS, 28 * DAY_MS]) {
        await ageGrant(grantId, age);
        await moveGrant(grantId);
        const again = await refresh(client, refresh_token);
        expect([age, again.status, again.body.refresh_token]).toEqual([
          age,
          200,
          unreceived.body.refresh_token,
        ]);
      }
      await ageGrant(grantId, DAY_MS);
      // 30 days after it was first used, in the network that last got tokens, it ends nothing.
      expect(errorOf(await refresh(client, refresh_token))).toEqual([400, 'invalid_grant']);
      expect((await refresh(client, unreceived.body.refresh_token)).status).toBe(200);
    },
  );

  proves(['C5.refresh_lost', 'C5.refresh_replay'], 'is replayed after 30 days, though lost', async () => {
    const connected = await connectClient();
    const grantId = await grantOf(connected.access_token);
    const next = await refresh(connected.client, connected.refresh_token);
    await ageGrant(grantId, 30 * DAY_MS + 1000);
    await moveGrant(grantId);
    expect(errorOf(await refresh(connected.client, connected.refresh_token))).toEqual([400, 'invalid_grant']);
    await expectRevoked(connected, next);
  });

  proves(
    ['H9', 'C5.refresh_replay'],
    'reused elsewhere after its successor, or the access token beside it, was used revokes the grant',
    async () => {
      for (const use of ['refresh_token', 'access_token'] as const) {
        const connected = await connectClient();
        const grantId = await grantOf(connected.access_token);
        let next = await refresh(connected.client, connected.refresh_token);
        if (use === 'access_token') expect(await meStatus(next.body.access_token)).toBe(200);
        else next = await refresh(connected.client, next.body.refresh_token);
        await ageGrant(grantId, 31_000);
        await moveGrant(grantId);
        expect([use, ...errorOf(await refresh(connected.client, connected.refresh_token))]).toEqual([
          use,
          400,
          'invalid_grant',
        ]);
        await expectRevoked(connected, next);
      }
    },
  );

  proves(
    ['C5.refresh_shared'],
    'goes on for another process of its network, for an hour, until its successor is used',
    async () => {
      const { client, access_token, refresh_token } = await connectClient();
      const grantId = await grantOf(access_token);
      const first = await refresh(client, refresh_token);
      expect(await meStatus(first.body.access_token)).toBe(200);
      for (const age of [33_000, 3_500_000]) {
        await ageGrant(grantId, age);
        const other = await refresh(client, refresh_token);
        expect([age, other.status, other.body.refresh_token]).toEqual([age, 200, first.body.refresh_token]);
      }
      const late = async () => {
        const answer = await refresh(client, refresh_token);
        expect([...errorOf(answer), answer.body.error_description]).toEqual([
          400,
          'invalid_grant',
          'refresh token already used',
        ]);
      };
      await ageGrant(grantId, 100_000);
      await late();
      const second = await refresh(client, first.body.refresh_token);
      await ageGrant(grantId, 31_000);
      await late();
      expect(await meStatus(second.body.access_token)).toBe(200);
      expect((await refresh(client, second.body.refresh_token)).status).toBe(200);
    },
  );

  proves(['C5.refresh_shared'], 'stops at the use of its successor, within the hour', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const first = await refresh(client, refresh_token);
    const second = await refresh(client, first.body.refresh_token);
    await ageGrant(await grantOf(access_token), 31_000);
    expect(errorOf(await refresh(client, refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await refresh(client, second.body.refresh_token)).status).toBe(200);
  });

  proves(['H9', 'C5.refresh'], 'reused by the loser of a race after the successor was used', async () => {
    const { client, refresh_token } = await connectClient();
    const next = await refresh(client, refresh_token);
    const third = await refresh(client, next.body.refresh_token);
    const loser = await refresh(client, refresh_token);
    expect([loser.status, loser.body.refresh_token]).toEqual([200, next.body.refresh_token]);
    expect((await refresh(client, third.body.refresh_token)).status).toBe(200);
  });

  proves(['C5.refresh'], 'used by another client revokes nothing', async () => {
    const { client, refresh_token, access_token } = await connectClient();
    await refresh(client, refresh_token);
    expect(errorOf(await refresh(await newClient(), refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(access_token)).toBe(200);
  });

  proves(['C5.refresh'], 'stays used up when SECRET_KEY changes', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const grantId = await grantOf(access_token);
    const next = await refresh(client, refresh_token);
    await meStatus(next.body.access_token);
    await ageGrant(grantId, 31_000);
    await moveGrant(grantId);
    const found = await onDatabase((db) => {
      const withOtherKey = {
        artifacts: createArtifactStore(db),
        connections: createConnectionStore(db),
        successorOf: () => 'another',
      };
      return createAdapter(withOtherKey as unknown as AdapterParts)('RefreshToken').find(refresh_token);
    });
    expect(found).toMatchObject({ consumed: expect.any(Number) });
  });

  proves(['C5.refresh'], 'whose successor was never written is not a replay, however late', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const grantId = await grantOf(access_token);
    await refresh(client, refresh_token);
    await ageGrant(grantId, 60_000);
    // As if auth had died between the two writes: the newest refresh token is missing.
    await onDatabase((db) =>
      db
        .collection('oauth_artifacts')
        .deleteOne({ grant_id: grantId, kind: 'RefreshToken', consumed_at: null }),
    );
    // The client may ask twice, or lose this answer too: the grace begins with the successor.
    const answers = [await refresh(client, refresh_token), await refresh(client, refresh_token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await meStatus(answers[1]?.body.access_token)).toBe(200);
  });

  proves(
    ['C5.refresh', 'C5.resource'],
    'refused for a resource that was not granted is not used up',
    async () => {
      const { client, access_token, refresh_token } = await connectClient({ resource: site.base });
      for (const resource of [`${site.url}/mcp`, site.url, 'https://other.example', 'no address'])
        expect([resource, ...errorOf(await refresh(client, refresh_token, { resource }))]).toEqual([
          resource,
          400,
          'invalid_target',
        ]);
      await ageGrant(await grantOf(access_token), 31_000);
      const next = await refresh(client, refresh_token, { resource: site.base });
      expect(next.status).toBe(200);
      expect(await meStatus(access_token)).toBe(200);
      expect(await meStatus(next.body.access_token)).toBe(200);
    },
  );

  proves(
    ['C5.scopes'],
    'may name scopes of OpenID Connect and unknown ones, which are left out, in any run of spaces',
    async () => {
      const { client, refresh_token } = await connectClient({ scope: 'records:read reports:read' });
      const whole = 'records:read reports:read';
      let token = refresh_token;
      for (const [scope, granted] of [
        ['openid offline_access records:read', 'records:read'],
        [' offline_access', whole],
        ['openid profile email address phone offline_access', whole],
        ['  reports:read   records:read ', whole],
        ['meals:eat reports:read', 'reports:read'],
        ['', whole],
      ] as const) {
        const { status, body } = await refresh(client, token, { scope });
        expect([scope, status, body.scope]).toEqual([scope, 200, granted]);
        token = body.refresh_token;
      }
      for (const scope of ['openid records:write', 'meals:eat', 'RECORDS:READ'])
        expect([scope, ...errorOf(await refresh(client, token, { scope }))]).toEqual([
          scope,
          400,
          'invalid_scope',
        ]);
      expect((await refresh(client, token)).status).toBe(200);
    },
  );

  proves(['C5.scopes'], 'can be used for fewer scopes, not for more', async () => {
    const { client, refresh_token } = await connectClient({ scope: 'records:read reports:read' });
    const fewer = await refresh(client, refresh_token, { scope: 'reports:read' });
    expect([fewer.status, fewer.body.scope]).toEqual([200, 'reports:read']);
    expect(await meStatus(fewer.body.access_token)).toBe(403);
    const more = await refresh(client, fewer.body.refresh_token, { scope: 'records:read records:write' });
    expect(errorOf(more)).toEqual([400, 'invalid_scope']);
    const all = await refresh(client, fewer.body.refresh_token);
    expect(all.body.scope).toBe('records:read reports:read');
  });

  proves(['C5.unused'], 'not used for 180 days is no longer valid', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    const grantId = await grantOf(access_token);
    await ageGrant(grantId, 179 * DAY_MS);
    const next = await refresh(client, refresh_token);
    expect(next.status).toBe(200);
    await ageGrant(grantId, 180 * DAY_MS);
    expect(errorOf(await refresh(client, next.body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  proves(['C5.unused'], 'counts as a use of its connection, and so does the code before it', async () => {
    const { client, refresh_token } = await connectClient();
    const grant = () =>
      onDatabase((db) => db.collection('connections').findOne({ 'grant.client_id': client.id }));
    const grantId = String((await grant())?._id);
    await ageGrant(grantId, 179 * DAY_MS);
    const next = await refresh(client, refresh_token);
    expect(next.status).toBe(200);
    await ageGrant(grantId, 179 * DAY_MS);
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200);
  });

  proves(
    ['C5.refresh', 'C5.one_row', 'C5.unused'],
    'keeps a connection through a month of hourly refreshes without a failure',
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
        await ageGrant(grantId, DAY_MS);
      }
    },
  );
});
