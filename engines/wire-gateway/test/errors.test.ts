import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Collection, Db, MongoClient } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { type Entry, filling, numbered } from './entries.ts';

let documentDb: DocumentDb;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect();
  db = client.db('test');
});

afterAll(() => documentDb.stop());

const fill = filling(() => db);

test('unsupported features are refused with a message', async () => {
  const entries = await fill([{ _id: 1 }]);
  const notSupported = { code: 115, codeName: 'CommandNotSupported' };
  const dateTrunc = { $dateTrunc: { date: '$at', unit: 'week' } };
  await expect(entries.aggregate([{ $project: { week: dateTrunc } }]).toArray()).rejects.toMatchObject(
    notSupported,
  );
  await expect(entries.updateOne({}, [{ $set: { week: dateTrunc } }])).rejects.toMatchObject(notSupported);
  await expect(entries.watch().next()).rejects.toMatchObject(notSupported);
  await expect(db.createCollection('c', { capped: true, size: 4096 })).rejects.toMatchObject(notSupported);
  await expect(db.createCollection('t', { timeseries: { timeField: 'at' } })).rejects.toMatchObject(
    notSupported,
  );
  const merge = { $merge: { into: 'm', whenMatched: [{ $set: { a: 1 } }] } };
  await expect(entries.aggregate([merge]).toArray()).rejects.toMatchObject(notSupported);
  const notFound = { code: 59, codeName: 'CommandNotFound' };
  await expect(db.command({ bulkWrite: 1, ops: [], nsInfo: [] })).rejects.toMatchObject(notFound);
  await expect(db.command({ frobnicate: 1 })).rejects.toMatchObject(notFound);
});

test.each<[string, object, (entries: Collection<Entry>) => Promise<unknown>]>([
  ['a stage', { code: 40324 }, (entries) => entries.aggregate([{ $foo: 1 }]).toArray()],
  ['an operator', { code: 2, codeName: 'BadValue' }, (entries) => entries.findOne({ $foo: 1 })],
  [
    'a type',
    { code: 14, codeName: 'TypeMismatch' },
    (entries) => entries.findOneAndUpdate({}, { $inc: { name: 1 } }),
  ],
  ['a type in a write', { code: 14 }, (entries) => entries.updateOne({}, { $inc: { name: 1 } })],
  ['an _id', { code: 66 }, (entries) => entries.updateOne({}, { $set: { _id: 2 } })],
  ['two changes', { code: 40 }, (entries) => entries.updateOne({}, { $set: { a: 1 }, $inc: { a: 1 } })],
  ['a regular expression', { code: 51091 }, (entries) => entries.findOne({ name: { $regex: '(' } })],
])('%s, if invalid, gets the error code of MongoDB', async (_, expected, ask) => {
  await expect(ask(await fill([{ _id: 1, name: 'n' }]))).rejects.toMatchObject(expected);
});

test('a command stops at its time limit', async () => {
  const entries = await fill(numbered(3_000));
  const slow = [
    {
      $lookup: {
        from: entries.collectionName,
        pipeline: [{ $project: { a: { $add: ['$number', 1] } } }],
        as: 'all',
      },
    },
  ];
  const expired = { code: 50, codeName: 'MaxTimeMSExpired' };
  await expect(
    entries
      .aggregate([...slow, { $unwind: '$all' }, { $group: { _id: '$all.a' } }], { maxTimeMS: 20 })
      .toArray(),
  ).rejects.toMatchObject(expired);

  const session = client.startSession();
  session.startTransaction();
  await entries.updateOne({ _id: 1 }, { $set: { held: true } }, { session });
  await expect(
    entries.updateOne({ _id: 1 }, { $set: { held: false } }, { maxTimeMS: 100 }),
  ).rejects.toMatchObject(expired);
  await session.endSession();
  await eventually(
    async () => (await entries.updateOne({ _id: 1 }, { $set: { held: false } })).matchedCount,
    'the document',
  );
});
