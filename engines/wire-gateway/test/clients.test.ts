import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Binary, Long } from 'bson';
import type { ClientSession, Document, MongoClient } from 'mongodb';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { filling } from './entries.ts';
import { openWire } from './wire-client.ts';

type Counter = { _id: string; n: number };

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb({ CURSOR_IDLE_MS: '1500' });
  client = documentDb.connect({ maxPoolSize: 60 });
});

afterAll(() => documentDb.stop());

const fill = filling(() => client.db('test'));

test('transactions without a free connection fail with a retryable error', async () => {
  const counters = client.db('test').collection<Counter>('crowd');
  await counters.insertOne({ _id: 'a', n: 0 });
  const sessions = Array.from({ length: 40 }, () => client.startSession());
  const begin = async (session: ClientSession) => {
    session.startTransaction();
    await counters.findOne({ _id: 'a' }, { session });
  };
  const started = await Promise.allSettled(sessions.map(begin));
  const failures = started.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(failures.length).toBeGreaterThan(0);
  for (const error of failures)
    expect(error).toMatchObject({
      code: 262,
      errorLabels: expect.arrayContaining(['TransientTransactionError']),
    });
  expect(await counters.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 0 });
  await Promise.all(sessions.map((session) => session.endSession()));
  await client.withSession(begin);
});

test('a document is deleted, even while others write it', async () => {
  const counters = client.db('test').collection<Counter>('deleted');
  for (let n = 0; n < 50; n += 1) {
    const _id = String(n);
    await counters.insertOne({ _id, n: 0 });
    const [{ deletedCount }] = await Promise.all([
      counters.deleteOne({ _id }),
      counters.updateOne({ _id }, { $inc: { n: 1 } }),
      counters.updateOne({ _id }, { $inc: { n: 1 } }),
    ]);
    expect([n, deletedCount]).toEqual([n, 1]);
  }
  expect(await counters.countDocuments()).toBe(0);
});

test('a write does not wait for ever for an open transaction', async () => {
  const counters = client.db('test').collection<Counter>('held');
  await counters.insertOne({ _id: 'a', n: 0 });
  const increment = (session?: ClientSession) =>
    counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, session && { session });
  const [holder, other] = [client.startSession(), client.startSession()];
  holder.startTransaction();
  await increment(holder);
  other.startTransaction();
  const lockTimeout = { code: 24 };
  await Promise.all([
    expect(increment()).rejects.toMatchObject(lockTimeout),
    expect(increment(other)).rejects.toMatchObject({
      ...lockTimeout,
      errorLabels: expect.arrayContaining(['TransientTransactionError']),
    }),
  ]);
  await holder.commitTransaction();
  await increment();
  expect(await counters.findOne()).toEqual({ _id: 'a', n: 2 });
  await Promise.all([holder.endSession(), other.endSession()]);
});

test("a transaction ends when its client's connection closes", async () => {
  const counters = client.db('test').collection<Counter>('left');
  await counters.insertOne({ _id: 'a', n: 0 });
  const wire = await openWire(documentDb.port);
  const update = { update: 'left', updates: [{ q: { _id: 'a' }, u: { $inc: { n: 10 } } }], $db: 'test' };
  const lsid = { id: new Binary(randomBytes(16), 4) };
  const started = { lsid, txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false };
  expect(await wire.command({ ...update, ...started })).toMatchObject({ n: 1 });
  wire.socket.destroy();
  // Would fail with a lock timeout if the transaction were still open.
  await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } });
  expect(await counters.findOne()).toEqual({ _id: 'a', n: 1 });
});

test('a cursor expires when it is not read', async () => {
  const entries = await fill(Array.from({ length: 300 }, (_, _id) => ({ _id })));
  const wire = await openWire(documentDb.port);
  const find = { find: entries.collectionName, batchSize: 1, $db: 'test' };
  const id = (await wire.command(find))?.cursor.id;
  const getMore = {
    getMore: Long.fromNumber(id),
    collection: entries.collectionName,
    batchSize: 1,
    $db: 'test',
  };
  expect(await wire.command(getMore)).toMatchObject({ ok: 1, cursor: { id, nextBatch: [{}] } });
  // Each read counts as a use, so the pauses between them grow.
  let reply: Document | undefined = { ok: 1 };
  for (let pauseMs = 250; reply?.ok === 1; pauseMs *= 2) {
    await sleep(pauseMs);
    reply = await wire.command(getMore);
  }
  expect(reply).toMatchObject({ ok: 0, code: 43, codeName: 'CursorNotFound' });
  wire.socket.destroy();
});
