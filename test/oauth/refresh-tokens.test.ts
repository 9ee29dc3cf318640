import { describe, expect } from '@jest/globals';
import { createArtifactStore } from '../../services/auth/src/access/artifact-store.ts';
import { type AdapterParts, createAdapter } from '../../services/auth/src/oauth/adapter.ts';
import { call, meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { ageGrant, DAY_MS, grantOf } from './grant-clock.ts';
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

  proves(['H9', 'C5.refresh'], 'reused after 30 seconds revokes the grant', async () => {
    const connected = await connectClient();
    const next = await refresh(connected.client, connected.refresh_token);
    await ageGrant(await grantOf(connected.access_token), 31_000);
    expect(errorOf(await refresh(connected.client, connected.refresh_token))).toEqual([400, 'invalid_grant']);
    await expectRevoked(connected, next);
  });

  proves(['H9', 'C5.refresh'], 'reused after its successor was used revokes the grant at once', async () => {
    const connected = await connectClient();
    const next = await refresh(connected.client, connected.refresh_token);
    const third = await refresh(connected.client, next.body.refresh_token);
    expect(errorOf(await refresh(connected.client, connected.refresh_token))).toEqual([400, 'invalid_grant']);
    await expectRevoked(connected, third);
  });

  proves(['C5.refresh'], 'used by another client revokes nothing', async () => {
    const { client, refresh_token, access_token } = await connectClient();
    await refresh(client, refresh_token);
    expect(errorOf(await refresh(await newClient(), refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await meStatus(access_token)).toBe(200);
  });

  proves(['C5.refresh'], 'stays used up when SECRET_KEY changes', async () => {
    const { client, access_token, refresh_token } = await connectClient();
    await refresh(client, refresh_token);
    await ageGrant(await grantOf(access_token), 31_000);
    const found = await onDatabase((db) => {
      const withOtherKey = { artifacts: createArtifactStore(db), successorOf: () => 'another' };
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
