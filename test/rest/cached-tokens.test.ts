import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type FaultyLink, startFaultyLink } from '../history/faulty-link.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { connectClient, revoke } from '../oauth/steps.ts';
import { call, meStatus, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { readParts, site } from '../support/set.ts';
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

describe('an auth that is cut off from Redis, which gateways reach', () => {
  let [cut, gateway, another]: (Replica | undefined)[] = [];
  let link: FaultyLink;
  beforeAll(async () => {
    const { redis } = await readParts(site.dataDir);
    link = await startFaultyLink(redis?.port ?? 0);
    cut = await startReplica(site, 'auth', { REDIS_URL: `redis://127.0.0.1:${link.port}` });
    gateway = await startReplica(site, 'gateway', { AUTH_SERVICE_URL: cut.set.url });
    another = await startReplica(site, 'gateway');
  });
  afterAll(async () => {
    await another?.end();
    await gateway?.end();
    await cut?.end();
    link?.close();
  });

  for (const fault of ['whileCut', 'whileSilent'] as const)
    proves(
      ['C7.revoked_at_once'],
      `ends a token for all gateways at once, and answers then: ${fault}`,
      async () => {
        const [{ token }, { token: staying }] = [await newConnection(), await newConnection()];
        const set = gateway?.set ?? site;
        for (const known of [token, staying]) expect(await meStatus(known)).toBe(200);
        await link[fault](async () => {
          let isAnswered = false;
          const revoking = call('DELETE', '/tokens/current', { token, set }).finally(() => {
            isAnswered = true;
          });
          const statuses: number[] = [];
          while (!isAnswered) {
            await sleep(100);
            // One that has not cached it when the revocation begins, and one that has.
            for (const at of [another?.set, site]) statuses.push(await meStatus(token, at));
          }
          // It ends for all at once: nobody is served once anybody was refused.
          expect(statuses).toEqual(statuses.toSorted());
          expect(statuses).toContain(200);
          expect((await revoking).status).toBe(200);
          expectProblem(await call('GET', '/me', { token }), 401, 'token_invalid');
          expectProblem(await callTool('whoami', {}, { token }), 401, 'token_invalid');
          expect(await meStatus(staying)).toBe(200);
        });
        await eventually(async () => {
          const keys = await onDatabase((db) => db.collection('unannounced_revocations').countDocuments());
          return keys === 0;
        }, 'Redis to be told');
        expectProblem(await call('GET', '/me', { token }), 401, 'token_invalid');
      },
    );
});
