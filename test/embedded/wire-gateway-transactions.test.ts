import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Binary, Long } from 'bson';
import type { ClientSession, Document, MongoClient } from 'mongodb';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { filling } from './entries.ts';
import { messageOf, openWire, sequenceOf } from './wire-client.ts';

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb({ TRANSACTION_IDLE_MS: '1500', CURSOR_IDLE_MS: '1500' });
  client = documentDb.connect({ maxPoolSize: 60 });
}, 300_000);

afterAll(() => documentDb.stop());

const fill = filling(() => client.db('test'));

const inTransaction = <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
  client.withSession((session) => session.withTransaction(() => work(session)));

const transient = { errorLabels: expect.arrayContaining(['TransientTransactionError']) };
const lasting = { errorLabels: expect.not.arrayContaining(['TransientTransactionError']) };

describe('a transaction', () => {
  test('shows its writes to others when it commits, and to nobody when it aborts', async () => {
    const entries = await fill([{ _id: 0 }]);
    const names = async (session?: ClientSession) =>
      (await entries.find({}, session && { session }).toArray()).map(({ _id }) => _id);
    await inTransaction(async (session) => {
      await entries.insertOne({ _id: 1 }, { session });
      await entries.deleteOne({ _id: 0 }, { session });
      expect(await names(session)).toEqual([1]);
      expect(await names()).toEqual([0]);
    });
    expect(await names()).toEqual([1]);
    const failed = inTransaction(async (session) => {
      await entries.insertOne({ _id: 2 }, { session });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await names()).toEqual([1]);
  });

  test('reads from one snapshot, whatever others write', async () => {
    const entries = await fill([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await entries.findOne({ _id: 1 }, { session });
      await entries.updateOne({ _id: 1 }, { $set: { n: 2 } });
      await entries.insertOne({ _id: 2, n: 2 });
      expect(await entries.find({}, { session }).toArray()).toEqual([{ _id: 1, n: 1 }]);
    });
  });

  test('that conflicts with a write fails so that withTransaction retries', async () => {
    const entries = await fill([{ _id: 1, n: 0 }]);
    const session = client.startSession();
    session.startTransaction();
    await entries.findOne({ _id: 1 }, { session });
    await entries.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    const write = entries.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
    await expect(write).rejects.toMatchObject({ code: 112, codeName: 'WriteConflict', ...transient });
    await expect(entries.findOne({}, { session })).rejects.toMatchObject({ code: 251, ...transient });
    await session.endSession();
    expect(await entries.findOne()).toEqual({ _id: 1, n: 1 });
  });

  test('loses no update when many change the same documents', async () => {
    const entries = await fill([
      { _id: 'a', n: 0 },
      { _id: 'b', n: 0 },
    ]);
    const count = (first: string, second: string) =>
      inTransaction(async (session) => {
        const found = await entries.findOne({ _id: first }, { session });
        await entries.updateOne({ _id: first }, { $set: { n: found?.n + 1 } }, { session });
        await entries.updateOne({ _id: second }, { $inc: { n: 1 } }, { session });
      });
    const both = Array.from({ length: 20 }, (_, index) => (index % 2 ? count('a', 'b') : count('b', 'a')));
    await Promise.all(both);
    expect(await entries.find({}).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 20 },
      { _id: 'b', n: 20 },
    ]);
  });

  test('waits for one of few connections without blocking other commands', async () => {
    const entries = await fill([{ _id: 'start' }]);
    let finished = 0;
    const many = Array.from({ length: 50 }, async (_, _id) => {
      await inTransaction(async (session) => {
        await entries.insertOne({ _id }, { session });
        // Outside the transaction, while it holds its connection.
        await entries.findOne({ _id: 'start' });
        await entries.updateOne({ _id }, { $set: { done: true } }, { session });
      });
      finished += 1;
    });
    await Promise.all(many);
    expect(finished).toBe(50);
    expect(await entries.countDocuments({ done: true })).toBe(50);
  });

  test('is aborted by a duplicate key, which the error names', async () => {
    const entries = await fill([{ _id: 1, name: 'a' }]);
    await entries.createIndex({ name: 1 }, { unique: true });
    const duplicate = { code: 11000, keyPattern: { name: 1 }, keyValue: { name: 'a' }, ...lasting };
    const writes = [
      (session: ClientSession): Promise<unknown> => entries.insertOne({ _id: 3, name: 'a' }, { session }),
      (session: ClientSession) => entries.updateOne({ _id: 2 }, { $set: { name: 'a' } }, { session }),
      (session: ClientSession) => entries.findOneAndUpdate({ _id: 2 }, { $set: { name: 'a' } }, { session }),
    ];
    for (const write of writes) {
      const failed = inTransaction(async (session) => {
        await entries.insertOne({ _id: 2, name: 'b' }, { session });
        await write(session).catch(async (error: unknown) => {
          await expect(entries.findOne({}, { session })).rejects.toMatchObject({ code: 251 });
          throw error;
        });
      });
      await expect(failed).rejects.toMatchObject(duplicate);
      expect(await entries.countDocuments({})).toBe(1);
    }
  });

  test('reads beyond the first batch', async () => {
    const entries = await fill(Array.from({ length: 500 }, (_, _id) => ({ _id, reverse: -_id })));
    await inTransaction(async (session) => {
      await entries.insertOne({ _id: 500, reverse: -500 }, { session });
      for (const sort of [{}, { reverse: 1 } as const])
        expect(await entries.find({}, { session, batchSize: 100 }).sort(sort).toArray()).toHaveLength(501);
    });
  });

  test('cannot create collections or indexes', async () => {
    const session = client.startSession();
    session.startTransaction();
    const create = client.db('test').createCollection('in_transaction', { session });
    await expect(create).rejects.toMatchObject({ code: 263 });
    await session.abortTransaction();
    session.startTransaction();
    const index = client.db('test').collection('entries').createIndex({ n: 1 }, { session });
    await expect(index).rejects.toMatchObject({ code: 263 });
    await session.endSession();
  });

  test('is aborted when it is left idle', async () => {
    const entries = await fill([{ _id: 1, n: 0 }]);
    const session = client.startSession();
    session.startTransaction();
    await entries.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
    // Waits for the transaction that has locked the document.
    await entries.updateOne({ _id: 1 }, { $inc: { n: 10 } });
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251, ...transient });
    await session.endSession();
    expect(await entries.findOne()).toEqual({ _id: 1, n: 10 });
  });
});

/** The `lsid` and `txnNumber` of a new session's first write. */
const newWrite = () => ({ lsid: { id: new Binary(randomBytes(16), 4) }, txnNumber: Long.fromNumber(1) });

describe('a retried write', () => {
  test.each<[string, Document, Document, Document]>([
    ['insert', { documents: [{ _id: 5 }] }, { n: 1 }, { count: 3 }],
    [
      'insert',
      { documents: [{ _id: 5 }, { _id: 6 }, { _id: 0 }], ordered: false },
      { n: 2, writeErrors: [{ index: 2, code: 11000 }] },
      { count: 4 },
    ],
    ['update', { updates: [{ q: { _id: 0 }, u: { $inc: { n: 1 } } }] }, { n: 1, nModified: 1 }, { sum: 1 }],
    [
      'update',
      { updates: [0, 1].map((_id) => ({ q: { _id }, u: { $inc: { n: 1 } } })) },
      { n: 2 },
      { sum: 2 },
    ],
    [
      'update',
      { updates: [{ q: { _id: 9 }, u: { $inc: { n: 1 } }, upsert: true }] },
      { upserted: [{ index: 0, _id: 9 }] },
      { sum: 1 },
    ],
    ['delete', { deletes: [{ q: { gone: { $ne: true } }, limit: 1 }] }, { n: 1 }, { count: 1 }],
    [
      'findAndModify',
      { query: { _id: 0 }, update: { $inc: { n: 1 } }, new: true },
      { value: { _id: 0, n: 1 } },
      { sum: 1 },
    ],
  ])(
    'is applied once, with the same reply as the first time: %s %j',
    async (name, fields, expected, after) => {
      const entries = await fill([
        { _id: 0, n: 0 },
        { _id: 1, n: 0 },
      ]);
      const wire = await openWire(documentDb.port);
      const command = { [name]: entries.collectionName, ...fields, $db: 'test', ...newWrite() };
      for (let time = 1; time <= 4; time += 1)
        expect(await wire.command(command)).toMatchObject({ ok: 1, ...expected });
      const [totals] = await entries
        .aggregate([{ $group: { _id: null, count: { $sum: 1 }, sum: { $sum: '$n' } } }])
        .toArray();
      expect(totals).toMatchObject(after);
      expect(await wire.command({ ...command, txnNumber: Long.fromNumber(0) })).toMatchObject({
        ok: 0,
        code: 225,
      });
      wire.socket.destroy();
    },
  );

  test('is applied once when it is retried before its reply', async () => {
    const entries = await fill([{ _id: 0, n: 0 }]);
    const command = {
      update: entries.collectionName,
      updates: [{ q: { _id: 0 }, u: { $inc: { n: 1 } } }],
      $db: 'test',
      ...newWrite(),
    };
    const wires = await Promise.all(Array.from({ length: 10 }, () => openWire(documentDb.port)));
    const replies = await Promise.all(wires.map((wire) => wire.command(command)));
    for (const reply of replies) expect(reply).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await entries.findOne()).toEqual({ _id: 0, n: 1 });
    for (const wire of wires) wire.socket.destroy();
  });

  test('may come as a document sequence, with no reply wanted', async () => {
    const entries = await fill([{ _id: 0, n: 0 }]);
    const wire = await openWire(documentDb.port);
    const command = { update: entries.collectionName, $db: 'test', ...newWrite() };
    const updates = sequenceOf('updates', [{ q: { _id: 0 }, u: { $inc: { n: 1 } } }]);
    const moreToCome = 2;
    wire.socket.write(messageOf(command, moreToCome, [updates]));
    wire.socket.write(messageOf(command, 0, [updates]));
    expect(await wire.reply()).toMatchObject({ ok: 1, n: 1 });
    expect(await entries.findOne()).toEqual({ _id: 0, n: 1 });
    wire.socket.destroy();
  });
});

test('a commit can be retried; without a transaction it is not confirmed', async () => {
  const entries = await fill([{ _id: 0 }]);
  const wire = await openWire(documentDb.port);
  const transaction = { autocommit: false, ...newWrite() };
  const insert = {
    insert: entries.collectionName,
    documents: [{ _id: 1 }],
    $db: 'test',
    startTransaction: true,
  };
  const commit = { commitTransaction: 1, $db: 'admin', ...transaction };
  expect(await wire.command({ ...insert, ...transaction })).toMatchObject({ ok: 1, n: 1 });
  for (let time = 1; time <= 3; time += 1) expect(await wire.command(commit)).toEqual({ ok: 1 });
  const never = { ...commit, txnNumber: Long.fromNumber(2) };
  expect(await wire.command(never)).toMatchObject({ ok: 0, code: 251, ...transient });
  expect(await wire.command({ ...never, abortTransaction: 1, commitTransaction: undefined })).toMatchObject({
    ok: 0,
  });
  expect(await entries.countDocuments({})).toBe(2);
  wire.socket.destroy();
});

test('a commit retried before its reply is confirmed too', async () => {
  const entries = await fill([{ _id: 0 }]);
  const transaction = { autocommit: false, ...newWrite() };
  const insert = { insert: entries.collectionName, documents: [{ _id: 1 }], startTransaction: true };
  const first = await openWire(documentDb.port);
  expect(await first.command({ ...insert, $db: 'test', ...transaction })).toMatchObject({ ok: 1, n: 1 });
  const wires = await Promise.all(Array.from({ length: 5 }, () => openWire(documentDb.port)));
  const commit = { commitTransaction: 1, $db: 'admin', ...transaction };
  const replies = await Promise.all(wires.map((wire) => wire.command(commit)));
  for (const reply of replies) expect(reply).toEqual({ ok: 1 });
  expect(await entries.countDocuments({})).toBe(2);
  for (const wire of [first, ...wires]) wire.socket.destroy();
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
