import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Redis } from 'ioredis';
import { callTool } from '../mcp/mcp-client.ts';
import { onRedis } from '../person/traces.ts';
import {
  type Answer,
  type CallOptions,
  call as callSite,
  newConnection as connectTo,
  meStatus,
} from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { inWaves } from '../support/in-waves.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

let set: ServiceSet;

beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  callSite(method, path, { ...options, set });
const newConnection = () => connectTo({ set });

describe('without Redis', () => {
  const goesOn = async (): Promise<Answer[]> => {
    const { token } = await newConnectionWithout();
    expect((await call('POST', '/meals', { token, body: meal })).status).toBe(201);
    const answers = await inWaves(130, 26, () => call('GET', '/me', { token }));
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 429, 'rate_limited');
    return answers.filter(({ status }) => status === 200);
  };
  // Connecting needs mail, and mail needs Redis: these connected before.
  const connected: { token: string }[] = [];
  const newConnectionWithout = async () => connected.pop() as { token: string };

  proves(
    ['C7.redis_away', 'C7.revoked_at_once'],
    'records are accepted, limits hold and revoked tokens are refused, frozen or killed',
    async () => {
      for (let count = 0; count < 4; count += 1) connected.push(await newConnection());
      await set.whileFrozen('redis', async () => {
        expect(await goesOn()).toHaveLength(119);
        const { token } = await newConnectionWithout();
        expect(await meStatus(token, set)).toBe(200);
        expect((await call('DELETE', '/tokens/current', { token })).status).toBe(200);
        expectProblem(await call('GET', '/me', { token }), 401, 'token_invalid');
      });
      const { token: ended } = await newConnectionWithout();
      await call('GET', '/me', { token: ended });
      await set.kill('redis', 'SIGKILL');
      expect((await call('DELETE', '/tokens/current', { token: ended })).status).toBe(200);
      // It is restarted at once, so some calls are counted by this process and some by Redis.
      expect((await goesOn()).length).toBeGreaterThanOrEqual(119);
      const stillEnded = async () =>
        expectProblem(await call('GET', '/me', { token: ended }), 401, 'token_invalid');
      await eventually(async () => {
        await stillEnded();
        return newConnection().catch(() => undefined);
      }, 'Redis to be back');
      await stillEnded();
    },
  );

  proves(
    ['C7.redis_away', 'S8.limits'],
    'write 61 in a minute is a 429, and nothing is written',
    async () => {
      const { token } = await newConnection();
      await set.whileFrozen('redis', async () => {
        const answers = await inWaves(65, 13, () => call('POST', '/meals', { token, body: meal }));
        const recorded = answers.filter(({ status }) => status === 201);
        for (const answer of answers.filter((answer) => !recorded.includes(answer)))
          expectProblem(answer, 429, 'rate_limited');
        const { meals } = (await call('GET', '/meals', { token })).body;
        expect([recorded.length, meals.length]).toEqual([60, 60]);
      });
    },
  );
});

describe('a Redis that is out of memory', () => {
  proves(['C7.redis_away', 'C7.revoked_at_once'], 'does not make a revoked token valid again', async () => {
    const [{ token }, { token: another }] = [await newConnection(), await newConnection()];
    const redis = new Redis({ host: '127.0.0.1', port: (await set.parts()).redis?.port ?? 0 });
    const hasRoom = (room: boolean) => redis.config('SET', 'maxmemory', room ? '0' : '1');
    try {
      expect(await meStatus(token, set)).toBe(200);
      await hasRoom(false);
      expect(await meStatus(another, set)).toBe(200);
      expect((await call('DELETE', '/tokens/current', { token })).status).toBe(200);
      await hasRoom(true);
      for (const start = Date.now(); Date.now() < start + 1500; await sleep(50))
        expectProblem(await call('GET', '/me', { token }), 401, 'token_invalid');
    } finally {
      await hasRoom(true);
      redis.disconnect();
    }
  });
});

describe('a Redis that has lost its keys', () => {
  proves(['C7.revoked_at_once'], 'does not make a revoked token valid again', async () => {
    const [overRest, overMcp, staying] = [
      await newConnection(),
      await newConnection(),
      await newConnection(),
    ];
    const revoked = [overRest.token, overMcp.token];
    // From here on the gateway has cached all of them.
    for (const { token } of [overRest, overMcp, staying]) expect(await meStatus(token, set)).toBe(200);
    for (const token of revoked)
      expect((await call('DELETE', '/tokens/current', { token })).status).toBe(200);
    await onRedis(set, (redis) => redis.flushall());
    // MCP first: a call over REST empties what the gateway has cached.
    expectProblem(await callTool('whoami', {}, { token: overMcp.token, set }), 401, 'token_invalid');
    for (const token of revoked) expectProblem(await call('GET', '/me', { token }), 401, 'token_invalid');
    for (let calls = 0; calls < 2; calls += 1) {
      expect(await meStatus(staying.token, set)).toBe(200);
      expect((await callTool('whoami', {}, { token: staying.token, set })).status).toBe(200);
    }
    expectProblem(await callTool('whoami', {}, { token: overMcp.token, set }), 401, 'token_invalid');
  });
});
