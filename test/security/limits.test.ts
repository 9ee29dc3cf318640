import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { uuidv7 } from 'uuidv7';
import { post as postMessages } from '../mcp/mcp-client.ts';
import { open } from '../person/steps.ts';
import { revoke, share } from '../reports/share-link-calls.ts';
import { expectProblem } from '../rest/answers.ts';
import { meal } from '../rest/samples.ts';
import { type Answer, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';

const day = '2026-10-04';

/** Copies a record just created until the account has one less than the maximum. Returns the maximum. */
const fillUp = (collection: string, id: string, mostOf: (stored: Document) => number): Promise<number> =>
  onDatabase(async (db) => {
    const stored = await db.collection<Document>(collection).findOne({ _id: id as never });
    const most = mostOf(stored ?? {});
    const copies = Array.from({ length: most - 2 }, () => ({
      ...stored,
      _id: `${id.split('_')[0]}_${uuidv7()}` as never,
      ...(stored?.secret_hash && { secret_hash: uuidv7() }),
    }));
    await db.collection<Document>(collection).insertMany(copies);
    return most;
  });

const isFull = (answer: Answer): void => {
  expectProblem(answer, 400, 'validation_failed');
  expect(answer.body.detail).toMatch(/at most|room for/);
};

const at = `${day}T12:00:00+00:00`;
const largeItem = { ...meal.items[0], name: 'ж'.repeat(200), description: 'ж'.repeat(500) };
const largeMeal = { ...meal, items: Array(50).fill(largeItem), eaten_at: at };
const largeNote = {
  text: 'ж'.repeat(5000),
  links: Array(30).fill({ did: 'ж'.repeat(300), felt: 'ж'.repeat(300), quote: 'ж'.repeat(500) }),
  recorded_at: at,
};

/** Stores a record so large that from now on diary asks how full the day is. Returns its size. */
const addLarge = async (token: string, path: string, collection: string, body: object): Promise<number> => {
  const { id } = (await call('POST', path, { token, body })).body;
  const stored = await onDatabase((db) => db.collection<Document>(collection).findOne({ _id: id }));
  return stored?.size;
};

for (const [path, collection, body, large] of [
  ['/meals', 'meals', { ...meal, notes: 'x'.repeat(1000), eaten_at: at }, largeMeal],
  ['/wellbeing', 'wellbeing', { text: 'x'.repeat(3000), recorded_at: at }, largeNote],
] as const)
  proves(['Z.limits'], `a day of a profile accepts as many ${collection} as fit into 4 MiB`, async () => {
    const { token } = await newConnection();
    const add = (headers: Record<string, string> = {}) => call('POST', path, { token, body, headers });
    const taken = await addLarge(token, path, collection, large);
    const most = await fillUp(collection, (await add()).body.id, (stored) =>
      Math.floor((4 * 1024 * 1024 - taken) / Math.max(2048, stored.size)),
    );
    expect(most).toBeGreaterThan(1000);
    const copies = await Promise.all(Array.from({ length: 4 }, () => add({ 'idempotency-key': 'last' })));
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    isFull(await add());
    isFull(await add({ 'idempotency-key': 'beyond' }));
    expect((await add({ 'idempotency-key': 'last' })).status).toBe(201);
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Other' } })).body;
    expect((await call('POST', path, { token, body: { ...body, profile_id } })).status).toBe(201);
    const another = JSON.parse(JSON.stringify(body).replace(day, '2026-10-05'));
    expect((await call('POST', path, { token, body: another })).status).toBe(201);
    const { body: read } = await call('GET', `/days/${day}`, { token });
    expect(read[collection]).toHaveLength(most + 1);
    const { days } = (await call('GET', '/days', { token, query: { from: day, to: day } })).body;
    expect(days).toMatchObject([{ meal_count: read.meals.length, totals: read.totals }]);
  });

proves(['Z.limits'], 'a day is full by the size of its records, however small the last one', async () => {
  const { token } = await newConnection();
  const add = (more: object) =>
    call('POST', '/wellbeing', { token, body: { text: 'Well', recorded_at: at, ...more } });
  const { body: first } = await add(largeNote);
  await onDatabase(async (db) => {
    const notes = db.collection<Document>('wellbeing');
    const stored = (await notes.findOne({ _id: first.id })) ?? {};
    const { size } = stored as Document;
    const copies = (number: number, fields: object) =>
      Array.from({ length: number }, () => ({ ...stored, ...fields, _id: `note_${uuidv7()}` as never }));
    const many = Math.floor(LIMITS.dayBytes / size) - 1;
    const small = Math.floor((LIMITS.dayBytes - (many + 1) * size) / 2048);
    await notes.insertMany([
      ...copies(many, {}),
      ...copies(small - 1, { text: 'Well', links: [], size: 500 }),
    ]);
  });
  expect((await add({})).status).toBe(201);
  isFull(await add({}));
});

proves(
  ['Z.limits'],
  'a day is full by the size of its records as they are answered, over MCP too',
  async () => {
    for (const sign of ['\u0001', '"', '\\']) {
      const { token } = await newConnection();
      const text = (length: number) => sign.repeat(length);
      const note = {
        text: text(5000),
        statements: Array(60).fill({ kind: 'food', text: text(500) }),
        links: Array(30).fill({ did: text(300), felt: text(300), quote: text(500) }),
        recorded_at: at,
      };
      const add = () => call('POST', '/wellbeing', { token, body: note });
      for (let count = 0; count < 10; count++) expect((await add()).status).toBe(201);
      isFull(await add());
      expect((await call('GET', `/days/${day}`, { token })).text.length).toBeLessThan(LIMITS.dayBytes);
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
      const answer = await postMessages(
        { ...message, params: { name: 'get_day', arguments: { day } } },
        { token },
      );
      expect(answer.text.length).toBeLessThan(2.5 * LIMITS.dayBytes);
    }
  },
);

proves(
  ['Z.limits'],
  `an account has ${LIMITS.shareLinksPerAccount} report links; ended ones give way`,
  async () => {
    const { token } = await newConnection();
    const add = () => call('POST', '/share-links', { token, body: {} });
    const first = await share(token);
    await fillUp('share_links', first.id, () => LIMITS.shareLinksPerAccount);
    const last = await share(token);
    isFull(await add());
    // An ended one gives way: else an assistant could create and revoke 500, and its person would have no other for a year.
    for (const { id } of [first, last]) await revoke(token, id);
    expect((await add()).status).toBe(201);
    expect((await open(first.url)).status).toBe(404);
    expect((await open(last.url)).status).toBe(410);
    expect((await add()).status).toBe(201);
    isFull(await add());
  },
);

proves(['Z.limits'], 'links that were created at the same moment, some too many, all give way', async () => {
  const { token, account } = await newConnection();
  const { id } = await share(token);
  await revoke(token, id);
  await fillUp('share_links', id, () => LIMITS.shareLinksPerAccount + 10);
  await share(token);
  expect(
    await onDatabase((db) => db.collection('share_links').countDocuments({ account_id: account.id })),
  ).toBe(LIMITS.shareLinksPerAccount);
});

proves(['Z.limits'], 'a batch of messages that expect no answer counts as one request', async () => {
  const { token } = await newConnection();
  const silent = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const { headers } = await postMessages(Array(100).fill(silent), { token });
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=119;/);
});
