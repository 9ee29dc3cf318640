import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Db, Document, MongoClient } from 'mongodb';
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

describe('documents', () => {
  test('are found by filter, sorted, with the requested fields', async () => {
    const entries = await fill(
      numbered(6, (number) => ({ parity: number % 2, tags: [`t${number}`, 'all'] })),
    );
    const found = entries.find({ parity: 0, tags: 'all', number: { $gte: 1 } });
    expect(await found.sort({ number: -1 }).project({ _id: 0, number: 1 }).toArray()).toEqual([
      { number: 4 },
      { number: 2 },
    ]);
    expect(await entries.find({}).sort({ parity: -1, number: 1 }).skip(1).limit(3).toArray()).toMatchObject(
      [3, 5, 0].map((number) => ({ number })),
    );
    expect(await entries.countDocuments({ parity: 1 })).toBe(3);
    expect(await entries.estimatedDocumentCount()).toBe(6);
    expect(await entries.distinct('parity')).toEqual([0, 1]);
    expect(await entries.findOne({ number: 99 })).toBeNull();
    expect(await db.collection('nothing').find({}).toArray()).toEqual([]);
  });

  test('are updated, replaced and deleted, and counted', async () => {
    const entries = await fill(numbered(4));
    expect(await entries.updateOne({ _id: 0 }, { $set: { seen: true }, $inc: { number: 10 } })).toMatchObject(
      {
        matchedCount: 1,
        modifiedCount: 1,
      },
    );
    expect(await entries.updateOne({ _id: 0 }, { $set: { seen: true } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(
      await entries.updateMany({ number: { $gt: 1 } }, [{ $set: { number: { $add: ['$number', 1] } } }]),
    ).toMatchObject({ modifiedCount: 3 });
    expect(await entries.replaceOne({ _id: 1 }, { name: 'replaced' })).toMatchObject({ modifiedCount: 1 });
    expect(await entries.deleteOne({ _id: 2 })).toMatchObject({ deletedCount: 1 });
    expect(await entries.find({}).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 0, number: 11, seen: true },
      { _id: 1, name: 'replaced' },
      { _id: 3, number: 4 },
    ]);
    expect(await entries.deleteMany({})).toMatchObject({ deletedCount: 3 });
  });

  test('are upserted once, with $setOnInsert applied only then', async () => {
    const entries = await fill();
    const upsert = () =>
      entries.updateOne(
        { name: 'a' },
        { $setOnInsert: { first: true, _id: 7 }, $inc: { n: 1 } },
        { upsert: true },
      );
    expect(await upsert()).toMatchObject({ upsertedCount: 1, upsertedId: 7, matchedCount: 0 });
    expect(await upsert()).toMatchObject({ upsertedCount: 0, upsertedId: null, matchedCount: 1 });
    expect(await entries.findOne()).toEqual({ _id: 7, name: 'a', first: true, n: 2 });
  });

  test('are found and changed in one step', async () => {
    const entries = await fill([
      {
        _id: 1,
        items: [
          { name: 'rice', g: 1 },
          { name: 'egg', g: 2 },
        ],
        total: 0,
      },
    ]);
    const after = { returnDocument: 'after' } as const;
    expect(
      await entries.findOneAndUpdate(
        { _id: 1 },
        { $set: { 'items.$[item].g': 9 } },
        { ...after, arrayFilters: [{ 'item.name': 'egg' }] },
      ),
    ).toMatchObject({ items: [{ g: 1 }, { g: 9 }] });
    expect(
      await entries.findOneAndUpdate({ _id: 1 }, [{ $set: { total: { $sum: '$items.g' } } }], after),
    ).toMatchObject({ total: 10 });
    expect(await entries.findOneAndUpdate({ _id: 1 }, { $unset: { items: 1 } })).toHaveProperty('items');
    expect(
      await entries.findOneAndUpdate({ _id: 2 }, { $set: { a: 1 } }, { ...after, upsert: true }),
    ).toEqual({
      _id: 2,
      a: 1,
    });
    expect(await entries.findOneAndReplace({ _id: 2 }, { b: 1 }, after)).toEqual({ _id: 2, b: 1 });
    expect(await entries.findOneAndDelete({}, { sort: { _id: -1 }, projection: { _id: 1 } })).toEqual({
      _id: 2,
    });
    expect(await entries.findOneAndDelete({ _id: 2 })).toBeNull();
  });

  test('of up to 16 MB are sent and received in messages of up to 48 MB', async () => {
    const text = 'x'.repeat(15 * 1024 * 1024);
    const entries = await fill(['a', 'b', 'c'].map((_id) => ({ _id, text })));
    const found = await entries.find({}).toArray();
    expect(found.map((document) => document.text === text)).toEqual([true, true, true]);
    await expect(
      entries.insertOne({ _id: 'd', text: `${text}${text.slice(-1024 * 1024)}.` }),
    ).rejects.toThrow('larger than');
  });

  test('are returned in batches, however many there are', async () => {
    const entries = await fill(numbered(20_000, (number) => ({ reverse: -number })));
    const numbers = (documents: Document[]) => documents.map(({ _id }) => _id);
    const all = numbers(numbered(20_000));
    expect(new Set(numbers(await entries.find({}).toArray()))).toEqual(new Set(all));
    expect(numbers(await entries.find({}).sort({ reverse: 1 }).batchSize(3_000).toArray())).toEqual(
      all.toReversed(),
    );
    const grouped = entries.aggregate([{ $group: { _id: '$number' } }], { batchSize: 5_000 });
    expect(new Set(numbers(await grouped.toArray()))).toEqual(new Set(all));

    const cursor = entries.find({}, { batchSize: 10 });
    await cursor.next();
    const getMore = { getMore: cursor.id, collection: entries.collectionName };
    await cursor.close();
    await expect(db.command(getMore)).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });
});

describe('aggregation', () => {
  const meals = [
    {
      _id: 1,
      account: 'a',
      at: new Date('2026-03-29T00:30:00Z'),
      items: [
        { name: 'rice', g: 100 },
        { name: 'egg', g: 50 },
      ],
    },
    { _id: 2, account: 'a', at: new Date('2026-03-29T22:30:00Z'), items: [{ name: 'rice', g: 200 }] },
    { _id: 3, account: 'b', at: new Date('2024-02-29T12:00:00Z'), items: [] },
  ];

  test.each<[string, Document[], Document[]]>([
    [
      'groups what it unwinds',
      [
        { $match: { account: 'a' } },
        { $unwind: '$items' },
        {
          $group: {
            _id: '$items.name',
            g: { $sum: '$items.g' },
            mean: { $avg: '$items.g' },
            n: { $sum: 1 },
            last: { $max: '$at' },
          },
        },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 'egg', g: 50, mean: 50, n: 1, last: meals[0]?.at },
        { _id: 'rice', g: 300, mean: 150, n: 2, last: meals[1]?.at },
      ],
    ],
    [
      'knows days and their time zones',
      [
        { $set: { day: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: 'Europe/Madrid' } } } },
        { $group: { _id: '$day', meals: { $push: '$_id' } } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: '2024-02-29', meals: [3] },
        { _id: '2026-03-29', meals: [1] },
        { _id: '2026-03-30', meals: [2] },
      ],
    ],
    [
      'computes with arrays',
      [
        { $sort: { _id: 1 } },
        { $limit: 2 },
        {
          $project: { total: { $sum: '$items.g' }, names: { $map: { input: '$items', in: '$$this.name' } } },
        },
      ],
      [
        { _id: 1, total: 150, names: ['rice', 'egg'] },
        { _id: 2, total: 200, names: ['rice'] },
      ],
    ],
    [
      'answers several questions at once',
      [
        {
          $facet: {
            count: [{ $count: 'n' }],
            first: [{ $sort: { _id: 1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
          },
        },
      ],
      [{ count: [{ n: 3 }], first: [{ _id: 1 }] }],
    ],
    [
      'looks up other collections',
      [
        { $match: { _id: 1 } },
        { $lookup: { from: 'profiles', localField: 'account', foreignField: '_id', as: 'profile' } },
        { $project: { profile: 1 } },
      ],
      [{ _id: 1, profile: [{ _id: 'a', name: 'Ann' }] }],
    ],
    [
      'puts collections together',
      [
        { $project: { _id: 1 } },
        { $unionWith: { coll: 'profiles', pipeline: [{ $project: { _id: 1 } }] } },
        { $sort: { _id: -1 } },
        { $limit: 2 },
      ],
      [{ _id: 'a' }, { _id: 3 }],
    ],
  ])('%s', async (_, pipeline, expected) => {
    const entries = await fill(meals);
    await db.collection<Entry>('profiles').replaceOne({ _id: 'a' }, { name: 'Ann' }, { upsert: true });
    expect(await entries.aggregate(pipeline).toArray()).toEqual(expected);
  });
});

test('collections and databases are created, listed, described and dropped', async () => {
  const other = client.db('other');
  await other.createCollection('one');
  await other.createCollection('one');
  await other.collection('two').insertOne({ a: 1 });
  expect(
    (await other.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort(),
  ).toEqual(['one', 'two']);
  expect((await client.db().admin().listDatabases()).databases.map(({ name }) => name)).toContain('other');
  expect(await other.command({ collStats: 'two' })).toMatchObject({ ns: 'other.two', count: 1, nindexes: 1 });
  expect(await other.stats()).toMatchObject({ db: 'other', collections: 2 });
  expect(await other.dropCollection('two')).toBe(true);
  expect(await other.dropCollection('two')).toBe(true);
  await other.dropDatabase();
  expect(await other.listCollections().toArray()).toEqual([]);
});
