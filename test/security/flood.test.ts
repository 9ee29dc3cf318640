import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { uuidv7 } from 'uuidv7';
import { post } from '../mcp/mcp-client.ts';
import { meal } from '../rest/samples.ts';
import { type Connection, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';

const DAY = '2026-10-04';
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
    const many = (changed: Document) =>
      Array.from({ length: 3900 }, () => ({ ...stored, ...changed, _id: `meal_${uuidv7()}` as never }));
    await meals.insertMany(many({}));
    const items = Array.from({ length: 30 }, (_, n) => ({ ...stored?.items[0], name: `Food ${n}` }));
    // Reports over the API are of this month.
    await meals.insertMany(many({ day: new Date().toISOString().slice(0, 10), items }));
  }, set);
}, 120_000);
afterAll(() => set?.stop());

const readPage = async (link: string): Promise<Response> => {
  const page = await fetch(`${link}?period=daily&day=${DAY}`);
  await page.arrayBuffer();
  return page;
};

/** The statuses of many concurrent requests, and of another account's requests meanwhile. */
const flood = async (request: () => Promise<number>) => {
  const theirs: number[] = [];
  const flooded = Promise.all(Array.from({ length: AT_ONCE }, request));
  let isOver = false;
  const over = flooded.finally(() => (isOver = true));
  while (!isOver) {
    theirs.push((await call('GET', `/days/${DAY}`, { set, token: other.token })).status);
    await sleep(500);
  }
  return { heavy: new Set(await over), others: new Set(theirs) };
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
      expect(statuses.others).toEqual(new Set([200]));
      expect(statuses.heavy).toContain(200);
      expect([200, 503, 504]).toEqual(expect.arrayContaining([...statuses.heavy]));
    }
    expect(await set.parts()).toEqual(before);
  },
);

proves(
  ['Z.limits'],
  'a batch that reads the largest day a hundred times over MCP crashes no process',
  async () => {
    const before = await set.parts();
    const { token } = await newConnection({ set, email: heavy.email });
    const batch = Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_day', arguments: { day: DAY } },
    }));
    const { status, body } = await post(batch, { token, set });
    expect(status).toBe(200);
    const refusals = body.filter(({ result }: { result: { isError?: boolean } }) => result.isError);
    expect(body).toHaveLength(100);
    expect(refusals.length).toBeGreaterThan(90);
    expect(refusals.at(-1)?.result.content[0].text).toMatch(/too large together/);
    expect(refusals.length).toBeLessThan(100);
    expect((await call('GET', `/days/${DAY}`, { set, token: other.token })).status).toBe(200);
    expect(await set.parts()).toEqual(before);
  },
);

proves(['Z.limits'], 'of bodies that stop before their end, those beyond 64 MiB are cut off', async () => {
  const head = 'POST /api/v1/connect HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const start = `${head}Content-Length: 524288\r\n\r\n${' '.repeat(520_000)}`;
  const sockets = Array.from({ length: 400 }, () => connect(Number(new URL(set.url).port), '127.0.0.1'));
  try {
    for (const socket of sockets)
      socket
        .on('error', () => {})
        .resume()
        .write(start);
    // 64 MiB hold 129 of them. They are cut off long before the 30 s that any request has.
    const cutOff = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length;
    await eventually(async () => cutOff() > 200, 'most of them to be cut off', 20_000);
    expect((await call('POST', '/connect', { set, body: {} })).status).toBe(400);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

for (const via of ['a link', 'the API'])
  proves(
    ['Z.limits'],
    `an account's largest reports, via ${via}, do not all come before another account's`,
    async () => {
      const link = (await call('POST', '/share-links', { set, token: heavy.token, body: {} })).body.url;
      const readLargest = () =>
        via === 'the API' ? call('GET', '/reports/monthly', { set, token: heavy.token }) : readPage(link);
      let answered = 0;
      const largest = Array.from({ length: 16 }, async () => {
        if ((await readLargest()).status === 200) answered += 1;
      });
      while (answered === 0) await sleep(10);
      const report = await call('GET', '/reports/monthly', { set, token: other.token });
      expect(report.status).toBe(200);
      expect(answered).toBeLessThan(8);
      await Promise.all(largest);
    },
  );
