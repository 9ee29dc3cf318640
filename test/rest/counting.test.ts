import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createHourlyLimit } from 'shared/admission/hourly-limit.ts';
import { createLimits, type Limits } from 'shared/admission/limits.ts';
import { revocationKey } from 'shared/calls/introspection.ts';
import { assistant } from 'shared/calls/principal.ts';
import { LIMITS_MS } from 'shared/deadlines.ts';
import { createLog } from 'shared/observe/log.ts';
import { createRedis } from 'shared/store/redis.ts';
import { startRedisProxy } from '../connect/redis-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const log = createLog('test', 'silent');

/** A connection that has made no call yet. */
const newAssistant = () =>
  assistant.parse({
    kind: 'assistant',
    account: { id: `acc_${randomUUID()}`, email: 'a@example.org', language: 'en', time_zone: 'UTC' },
    connection: { id: `conn_${randomUUID()}`, client_name: 'Test assistant', access: 'email' },
    scopes: [],
  });

let proxy: Awaited<ReturnType<typeof startRedisProxy>>;
let connections: Redis[];
const connect = async (): Promise<Redis> => {
  const redis = createRedis(proxy.url, log, LIMITS_MS);
  connections.push(redis);
  await eventually(() => redis.ping().catch(() => false), 'Redis to be there');
  return redis;
};

beforeEach(async () => {
  proxy = await startRedisProxy();
  connections = [];
});
afterEach(() => {
  for (const redis of connections) redis.disconnect();
  proxy.close();
});

/** `[allowed, remaining]` of requests and writes that come at once. */
const count = async (
  limits: Limits,
  caller: ReturnType<typeof newAssistant>,
  requests: number,
  writes = 0,
) => {
  const { revoked, counts } = await limits.count(caller, { requests, writes });
  return { revoked, counts: counts.map(({ allowed, remaining }) => [allowed, remaining]) };
};

proves(['S8.limits', 'C7.mcp_limits'], 'calls that come at once pass together or not at all', async () => {
  const [one, other] = [createLimits(await connect()), createLimits(await connect())];
  const caller = newAssistant();
  const revoked = false;
  expect(await count(one, caller, 100, 50)).toEqual({
    revoked,
    counts: [
      [true, 20],
      [true, 10],
    ],
  });
  // Each limit on its own: what one refuses is counted by both.
  expect(await count(other, caller, 10, 11)).toEqual({
    revoked,
    counts: [
      [true, 10],
      [false, 0],
    ],
  });
  expect(await count(one, caller, 0)).toEqual({
    revoked,
    counts: [
      [true, 10],
      [false, 0],
    ],
  });
  expect(await count(other, caller, 11)).toEqual({
    revoked,
    counts: [
      [false, 0],
      [false, 0],
    ],
  });
});

proves(
  ['C7.redis_away'],
  'where Redis falls silent, a process goes on from what it has counted',
  async () => {
    const limits = createLimits(await connect());
    const caller = newAssistant();
    expect(await count(limits, caller, 119)).toMatchObject({
      revoked: false,
      counts: [
        [true, 1],
        [true, 60],
      ],
    });
    proxy.holdUp('evalsha');
    expect(await count(limits, caller, 1)).toMatchObject({
      revoked: undefined,
      counts: [
        [true, 0],
        [true, 60],
      ],
    });
    expect(await count(limits, caller, 1)).toMatchObject({
      revoked: undefined,
      counts: [
        [false, 0],
        [true, 60],
      ],
    });
  },
);

proves(
  ['C7.revoked_at_once'],
  'a connection beyond its limits still learns that it was revoked',
  async () => {
    const redis = await connect();
    const limits = createLimits(redis);
    const caller = newAssistant();
    await count(limits, caller, 121);
    expect(await count(limits, caller, 1)).toMatchObject({
      revoked: false,
      counts: [
        [false, 0],
        [true, 60],
      ],
    });
    await redis.set(revocationKey(caller.account.id, caller.connection.id), '1', 'EX', 10);
    expect(await count(limits, caller, 1)).toMatchObject({ revoked: true });
  },
);

proves(
  ['C4.per_network'],
  'an hourly limit counts what passes, and gives back no more than it took',
  async () => {
    const limit = createHourlyLimit(await connect(), 'test', 'network', 2);
    const network = randomUUID();
    const refusal = {
      code: 'rate_limited',
      headers: { 'Retry-After': expect.stringMatching(/^3[56]\d\d$/) },
    };
    const refunds = [await limit(network), await limit(network)];
    for (let tries = 0; tries < 3; tries += 1) await expect(limit(network)).rejects.toMatchObject(refusal);
    for (const refund of [...refunds, ...refunds]) await refund();
    await limit(network);
    await limit(network);
    await expect(limit(network)).rejects.toMatchObject(refusal);
  },
);
