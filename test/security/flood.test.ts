import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { uuidv7 } from 'uuidv7';
import { post, refusalIn } from '../mcp/mcp-client.ts';
import { scrape, sumOf } from '../operation/scrape.ts';
import { open, signIn } from '../person/steps.ts';
import { meal } from '../rest/samples.ts';
import { type Answer, type Connection, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';

const DAY = '2026-10-04';
/** A few answers of it are as much as a batch may have. */
const BATCH_DAY = '2026-10-05';
const AT_ONCE = 100;

let set: ServiceSet;
let heavy: Connection;
let other: Connection;
beforeAll(async () => {
  set = await startSet();
  [heavy, other] = await Promise.all([newConnection({ set }), newConnection({ set })]);
  const body = { ...meal, eaten_at: `${DAY}T12:00:00Z` };
  const { id } = (await call('POST', '/meals', { set, token: heavy.token, body })).body;
  await onDatabase(async (db) => {
    const meals = db.collection<Document>('meals');
    const stored = await meals.findOne({ _id: id });
    const many = (changed: Document, length = 3900) =>
      Array.from({ length }, () => ({ ...stored, ...changed, _id: `meal_${uuidv7()}` as never }));
    await meals.insertMany(many({}));
    await meals.insertMany(many({ day: BATCH_DAY }, 1000));
    const items = Array.from({ length: 8 }, (_, n) => ({ ...stored?.items[0], name: `Food ${n}` }));
    // Reports over the API are of this month.
    await meals.insertMany(many({ day: new Date().toISOString().slice(0, 10), items }));
  }, set);
});
afterAll(() => set?.stop());

const readPage = async (link: string): Promise<Response> => {
  const page = await fetch(`${link}?period=daily&day=${DAY}`);
  await page.arrayBuffer();
  return page;
};

/** The statuses of many concurrent requests, and of another account's requests meanwhile. */
const flood = async (request: () => Promise<number>) => {
  const otherStatuses: number[] = [];
  const flooded = Promise.all(Array.from({ length: AT_ONCE }, request));
  let isOver = false;
  const over = flooded.finally(() => (isOver = true));
  while (!isOver) {
    otherStatuses.push((await call('GET', `/days/${DAY}`, { set, token: other.token })).status);
    await sleep(500);
  }
  return { heavy: new Set(await over), others: otherStatuses };
};

proves(
  ['Z.limits'],
  'an account that requests its largest day a hundred times at once crashes no process, and others are answered',
  async () => {
    const before = await set.parts();
    const link = (await call('POST', '/share-links', { set, token: heavy.token, body: {} })).body.url;
    const floods = [
      async () => (await call('GET', `/days/${DAY}`, { set, token: heavy.token })).status,
      async () => (await readPage(link)).status,
    ];
    for (const request of floods) {
      const statuses = await flood(request);
      expect(statuses.heavy).toContain(200);
      expect([200, 503, 504]).toEqual(expect.arrayContaining([...statuses.heavy, ...statuses.others]));
      // A slow machine may be too late for single ones.
      const answered = statuses.others.filter((status) => status === 200);
      expect(answered.length).toBeGreaterThanOrEqual(statuses.others.length / 2);
    }
    expect(await set.parts()).toEqual(before);
  },
);

proves(
  ['Z.limits'],
  'a batch that reads a large day fifty times over MCP is refused most of it, and crashes no process',
  async () => {
    const before = await set.parts();
    const { token } = await newConnection({ set, email: heavy.email });
    const batch = Array.from({ length: 50 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_day', arguments: { day: BATCH_DAY } },
    }));
    const refusals = await eventually(async () => {
      const { status, body } = await post(batch, { token, set });
      // A machine may be too slow for the first tries, which warm the database up; two are within a minute's limit.
      expect([200, 429, 503, 504]).toContain(status);
      if (status !== 200) return undefined;
      expect(body).toHaveLength(50);
      const refused = body.filter(({ result }: Answer['body']) => result.isError);
      const problems = refused.map((one: Answer['body']) => refusalIn({ body: one }));
      return problems.every((problem: Answer['body']) => problem.status < 500) && problems;
    }, 'an answer in time');
    expect(refusals.length).toBeGreaterThan(40);
    expect(refusals.at(-1).detail).toMatch(/too large together/);
    expect(refusals.length).toBeLessThan(50);
    expect((await call('GET', `/days/${DAY}`, { set, token: other.token })).status).toBe(200);
    expect(await set.parts()).toEqual(before);
  },
);

type Begun = { type: string; bytes: number; count: number };

/** Sockets that have sent all but the last byte of a body to `path`. One by one: the kernel resets what nobody accepts in time. */
const beginBodies = async (path: string, { type, bytes, count }: Begun): Promise<Socket[]> => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let started = 0; started < count; started += 1) {
    const socket = connect(Number(new URL(set.url).port), '127.0.0.1')
      .on('error', () => {})
      .resume();
    await new Promise((written) => socket.write(head + ' '.repeat(bytes - 1), written));
    sockets.push(socket);
  }
  return sockets;
};

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** How often a service has broken a connection to the gateway off, as one that is down does. */
const brokenOff = async () =>
  sumOf(await scrape('gateway', set), 'upstream_failures_total', { reason: 'broken_off' });

// 64 MiB hold 128 of the first, 1,200 of the second. Others are refused long before the 30 s that any request has.
for (const [path, { held, ...large }] of Object.entries({
  '/api/v1/connect': { type: JSON_BODY, bytes: 512 * 1024, held: 100 },
  '/oauth/token': { type: FORM, bytes: 56 * 1024, held: 1150 },
}))
  proves(
    ['Z.limits'],
    `of bodies to ${path} that stop before their end, the largest are refused beyond 64 MiB, and no others`,
    async () => {
      const before = await brokenOff();
      const sockets = await beginBodies(path, { ...large, count: held });
      // Only now: on a slow machine they take long, and it has 30 s.
      const [small] = await beginBodies('/api/v1/connect', { type: JSON_BODY, bytes: 2, count: 1 });
      let answer = '';
      small?.on('data', (chunk) => (answer += chunk));
      sockets.push(...(await beginBodies(path, { ...large, count: 150 })));
      try {
        const refused = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length;
        await eventually(async () => refused() > 50, 'some of them to be refused');
        // To break their connections off would look as if the service were down.
        expect(await brokenOff()).toBe(before);
        small?.write(' ');
        await eventually(async () => answer.startsWith('HTTP/1.1 400 '), 'the small one to be read');
      } finally {
        for (const socket of [...sockets, small]) socket?.destroy();
      }
    },
  );

type ReadReport = () => Promise<{ status: number }>;
const waysToReport: Record<string, () => Promise<ReadReport>> = {
  'a link': async () => {
    const link = (await call('POST', '/share-links', { set, token: heavy.token, body: {} })).body.url;
    return () => readPage(link);
  },
  'the API': async () => () => call('GET', '/reports/monthly', { set, token: heavy.token }),
  "the person's page": async () => {
    const person = await signIn(heavy.email, set);
    return () => open(`/report?period=daily&day=${DAY}`, person);
  },
};

for (const [way, prepare] of Object.entries(waysToReport))
  proves(
    ['Z.limits'],
    `an account's largest reports, via ${way}, do not all come before another account's`,
    async () => {
      const readLargest = await prepare();
      // A machine may be too slow for the first ones, which warm the database up.
      await eventually(async () => {
        let answered = 0;
        const largest = Array.from({ length: 16 }, async () => {
          expect((await readLargest()).status).toBe(200);
          answered += 1;
        });
        await Promise.any(largest).catch(() => {});
        if (answered > 0) {
          const report = await call('GET', '/reports/monthly', { set, token: other.token });
          expect(report.status).toBe(200);
          expect(answered).toBeLessThan(8);
        }
        await Promise.allSettled(largest);
        return answered > 0;
      }, 'one of the largest reports');
    },
  );
