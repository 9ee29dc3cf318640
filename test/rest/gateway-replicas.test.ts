import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { ServiceName } from 'shared/contract/operation.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { scrapeAt, sumOf } from '../operation/scrape.ts';
import { type Answer, type CallOptions, call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { inWaves } from '../support/in-waves.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, type SetAddresses, startSet } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { meal } from './samples.ts';

/** Shorter than the time for which a replica that stops still takes calls. */
const DRAIN_MS = 1400;

/** The same one each time, which is registered once. */
const CLIENT = {
  redirect_uris: ['https://client.example/callback'],
  client_name: 'Replaced',
  token_endpoint_auth_method: 'none',
};

let set: ServiceSet;
let first: Replica;
let second: Replica;
let gateway: Replica;

beforeAll(async () => {
  set = await startSet();
  first = await startReplica(set, 'diary');
  second = await startReplica(set, 'diary');
  const both = [first, second].map((replica) => replica.set.url).join(', ');
  gateway = await startReplica(set, 'gateway', { DIARY_SERVICE_URL: both });
}, 600_000);

afterAll(async () => {
  for (const replica of [gateway, first, second]) await replica?.end();
  await set?.stop();
});

const viaGateway = (method: string, path: string, options: CallOptions) =>
  call(method, path, { ...options, set: gateway.set });
const read = (token: string) => viaGateway('GET', '/me', { token });
const write = (token: string) => viaGateway('POST', '/meals', { token, body: meal });
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

/** How many requests a replica has answered. */
const answeredBy = async ({ metricsUrl }: Replica): Promise<number> =>
  sumOf(await scrapeAt(metricsUrl), 'http_request_duration_seconds_count');

/** Resolves when a gateway knows of so many ready processes of a service. */
const untilReady = (count: number, { metricsUrl }: Replica, upstream: ServiceName): Promise<boolean> =>
  eventually(
    async () => sumOf(await scrapeAt(metricsUrl), 'upstream_replicas_ready', { upstream }) === count,
    `${count} replicas to be ready`,
  );

/** Sends requests until each replica has answered more than `times`. */
const untilBothAnswer = async (times: number): Promise<void> => {
  const { token } = await newConnection({ set });
  const counts = () => Promise.all([first, second].map(answeredBy));
  const before = await counts();
  await eventually(async () => {
    expect((await read(token)).status).toBe(200);
    return (await counts()).every((count, replica) => count - (before[replica] ?? 0) > times);
  }, 'both replicas to have their share');
};

describe('two replicas of a service', () => {
  proves(['C9.replicas'], 'share the requests', () => untilBothAnswer(5));

  proves(['C9.replicas'], 'continue as one when the other dies, and as two when it is back', async () => {
    const { token } = await newConnection({ set });
    expect(statuses(await Promise.all(Array.from({ length: 10 }, () => read(token))))).toEqual([200]);
    await second.end('SIGKILL');
    // The gateway has seen its connections break off, but does not know yet that nothing listens there any more.
    await sleep(50);
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => write(token))))).toEqual([201]);
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => read(token))))).toEqual([200]);
    await second.start();
    await untilBothAnswer(1);
  });
});

describe('replicas that are replaced one by one', () => {
  /** A service, one of its calls that is not repeated where a connection breaks, and its answer. */
  type Replaced = {
    service: ServiceName;
    send: (set: SetAddresses, token: string) => Promise<Answer>;
    status: number;
  };
  const REPLACED: readonly Replaced[] = [
    {
      service: 'diary',
      send: (set, token) => call('POST', '/meals', { token, body: meal, set }),
      status: 201,
    },
    {
      service: 'reports',
      send: (set, token) => call('POST', '/share-links', { token, body: {}, set }),
      status: 201,
    },
    {
      service: 'auth',
      send: (set) => call('POST', '/oauth/register', { body: CLIENT, set: { ...set, base: set.url } }),
      status: 201,
    },
    { service: 'mcp', send: (set, token) => callTool('list_profiles', {}, { token, set }), status: 200 },
  ];

  /** What calls are answered meanwhile, and whether the gateway noticed each stop before the replica took no more calls. */
  const replaceUnderLoad = async (
    { service, send }: Replaced,
    replicas: readonly Replica[],
    via: Replica,
    tokens: string[],
  ) => {
    let going = true;
    let noticed = true;
    const answers: Answer[] = [];
    const load = async (token: string, index: number) => {
      // At all times, and never beyond a write limit, however long the replacement takes.
      await sleep((1000 * index) / tokens.length);
      while (going) {
        answers.push(await send(via.set, token));
        await sleep(1000);
      }
    };
    const loads = Promise.all(tokens.map(load));
    for (const replica of replicas) {
      await untilReady(2, via, service);
      const stop = Date.now();
      const ended = replica.end('SIGTERM');
      await untilReady(1, via, service);
      noticed &&= Date.now() - stop < DRAIN_MS;
      await ended;
      await replica.start();
    }
    going = false;
    await loads;
    return { answers, noticed };
  };

  for (const replaced of REPLACED) {
    const { service, status } = replaced;
    proves(['C9.replicas'], `answer every call of ${service}`, async () => {
      const tokens = await inWaves(12, 4, async () => (await newConnection({ set })).token);
      const replicas = [await startReplica(set, service), await startReplica(set, service)];
      const both = replicas.map((replica) => replica.set.url).join(', ');
      const via = await startReplica(set, 'gateway', { [`${service.toUpperCase()}_SERVICE_URL`]: both });
      try {
        // Where a busy machine keeps it from noticing, it sends calls to a replica that has ended.
        await eventually(async () => {
          const { answers, noticed } = await replaceUnderLoad(replaced, replicas, via, tokens);
          if (noticed) {
            expect(answers.length).toBeGreaterThan(10);
            expect(statuses(answers)).toEqual([status]);
            for (const { body } of answers) expect(body.result?.isError).toBeUndefined();
          }
          return noticed;
        }, 'the gateway to notice in time that each of them was going');
      } finally {
        for (const replica of [via, ...replicas]) await replica.end();
      }
    });
  }
});

proves(
  ['C7.service_away'],
  'the address of a service that has passed to another one is not called',
  async () => {
    const { token } = await newConnection({ set });
    const reports = await startReplica(set, 'reports');
    const misled = await startReplica(set, 'gateway', { DIARY_SERVICE_URL: reports.set.url });
    // On a busy machine reports may not have said yet whose address it is.
    await eventually(async () => {
      const { status, body } = await call('GET', '/me', { token, set: misled.set });
      if (status !== 404) expect([status, body.code]).toEqual([503, 'unavailable']);
      return status !== 404;
    }, 'the gateway to know');
    expect((await call('GET', '/reports/daily', { token, set: misled.set })).status).toBe(200);
    for (const replica of [misled, reports]) await replica.end();
  },
);

proves(['C9.replicas'], 'a replica with another SECRET_KEY is not called', async () => {
  const { token } = await newConnection({ set });
  const stranger = await startReplica(set, 'diary', {
    SECRET_KEY: 'another secret than the one of this set',
  });
  const DIARY_SERVICE_URL = [stranger, first].map((replica) => replica.set.url).join(', ');
  const mixed = await startReplica(set, 'gateway', { DIARY_SERVICE_URL });
  await untilReady(1, mixed, 'diary');
  const writes = Array.from({ length: 10 }, () =>
    call('POST', '/meals', { token, body: meal, set: mixed.set }),
  );
  expect(statuses(await Promise.all(writes))).toEqual([201]);
  for (const replica of [mixed, stranger]) await replica.end();
});

proves(
  ['C7.service_away'],
  'a stopping gateway answers open requests and refuses new connections, but resets none',
  async () => {
    const { token } = await newConnection({ set });
    const { port } = new URL(gateway.set.url);
    const body = JSON.stringify(meal);
    const slow = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/v1/meals',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const answered = once(slow, 'response');
    slow.write(body.slice(0, 10));
    const exited = gateway.end('SIGTERM');
    await eventually(async () => {
      const refusal = await read(token).then(
        () => undefined,
        (error: Error) => error.cause as NodeJS.ErrnoException,
      );
      if (refusal) expect(refusal.code).toBe('ECONNREFUSED');
      return refusal;
    }, 'new connections to be refused');
    slow.end(body.slice(10));
    const [{ statusCode }] = (await answered) as [IncomingMessage];
    expect(statusCode).toBe(201);
    await exited;
    await gateway.start();
  },
);
