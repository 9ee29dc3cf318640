import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { callTool } from '../mcp/mcp-client.ts';
import { connectClient, revoke } from '../oauth/steps.ts';
import { call, meStatus, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { expectProblem } from './answers.ts';

describe('a token that another gateway has cached', () => {
  let other: Replica;
  beforeAll(async () => {
    other = await startReplica(site, 'gateway');
  });
  afterAll(() => other?.end());

  const expectRefused = async (token: string) => {
    expectProblem(await callTool('whoami', {}, { token, set: other.set }), 401, 'token_invalid');
    expectProblem(await call('GET', '/me', { token, set: other.set }), 401, 'token_invalid');
  };

  proves(['C7.revoked_at_once'], 'is refused there by the call after it was disconnected', async () => {
    const { token, email } = await newConnection();
    const { token: staying } = await newConnection({ email });
    for (const set of [site, other.set]) expect(await meStatus(token, set)).toBe(200);
    expect(await meStatus(staying, other.set)).toBe(200);
    expect((await call('DELETE', '/tokens/current', { token })).status).toBe(200);
    await expectRefused(token);
    expect(await meStatus(staying, other.set)).toBe(200);
  });

  proves(['C7.revoked_at_once', 'C5.revocation'], 'also where its OAuth grant was revoked', async () => {
    const { client, access_token: token, refresh_token } = await connectClient();
    expect(await meStatus(token, other.set)).toBe(200);
    expect((await revoke(client, refresh_token)).status).toBe(200);
    await expectRefused(token);
  });
});
