import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Binary, Long } from 'bson';
import type { Document, MongoClient } from 'mongodb';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { filling } from './entries.ts';
import { messageOf, openWire, sequenceOf } from './wire-client.ts';

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect();
});

afterAll(() => documentDb.stop());

const fill = filling(() => client.db('test'));

const transient = { errorLabels: expect.arrayContaining(['TransientTransactionError']) };

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
