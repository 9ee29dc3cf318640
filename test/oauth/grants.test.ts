import { describe, expect } from '@jest/globals';
import { call, meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { DAY_MS } from './grant-clock.ts';
import { type Connected, connectClient, errorOf, newClient, newCode, refresh, revoke } from './steps.ts';

describe('a grant', () => {
  proves(['C5.one_row', 'H21'], 'is one row and one rate limit, however often it is refreshed', async () => {
    const { client, ...first } = await connectClient();
    const remaining = async (token: string) => {
      const { headers } = await call('GET', '/me', { token });
      return Number(/"requests";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await remaining(first.access_token);
    const second = (await refresh(client, first.refresh_token)).body;
    const third = (await refresh(client, second.refresh_token)).body;
    expect(await remaining(third.access_token)).toBe(before - 1);
    const me = (await call('GET', '/me', { token: third.access_token })).body;
    const { body } = await call('GET', '/tokens', { token: third.access_token });
    expect(body.tokens).toEqual([
      expect.objectContaining({
        ...me.token,
        access: 'oauth',
        current: true,
        client_name: expect.stringMatching(/^Client /),
      }),
    ]);
    expect(me.token.access).toBe('oauth');
    expect(JSON.stringify(body)).not.toContain(third.refresh_token);
    expect(Date.parse(body.tokens[0].expires_at) - Date.parse(body.tokens[0].last_used_at)).toBe(
      180 * DAY_MS,
    );
  });

  proves(
    ['C5.revocation'],
    'ends by revoking its refresh or access token, or DELETE /tokens/current',
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
    'cannot be revoked by another client, and revoking an unknown token succeeds',
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

  proves(['C5.unused'], 'that its client never fetches ends with its sign-in', async () => {
    const { client } = await newCode();
    const found = await onDatabase((db) =>
      db.collection('connections').findOne({ 'grant.client_id': client.id }),
    );
    const left = Number(found?.expires_at) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2 * 3_600_000);
  });

  proves(['C5.revocation'], "ends alone: the person's other assistants stay connected", async () => {
    const first = await connectClient();
    const second = await connectClient({}, { client: first.client, email: first.email });
    await revoke(first.client, first.refresh_token);
    expect(await meStatus(second.access_token)).toBe(200);
  });
});
