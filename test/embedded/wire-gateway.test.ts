import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Collection, Db, Document, MongoClient } from 'mongodb';
import { eventually } from '../support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';

type Entry = Document & { _id: number | string };

let documentDb: DocumentDb;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect();
  db = client.db('test');
}, 300_000);

afterAll(() => documentDb.stop());

let collections = 0;
const fill = async (documents: Entry[] = []): Promise<Collection<Entry>> => {
  collections += 1;
  const collection = db.collection<Entry>(`entries_${collections}`);
  if (documents.length > 0) await collection.insertMany(documents);
  return collection;
};

const numbered = (count: number, fields = (_: number): Document => ({})) =>
  Array.from({ length: count }, (_, number) => ({ _id: number, number, ...fields(number) }));

describe('documents', () => {
  test('are found by filter, in order, with what is asked of them', async () => {
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

  test('are upserted once, with what is only set then', async () => {
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

  test('of up to 16 MB come and go in messages of up to 48 MB', async () => {
    const text = 'x'.repeat(15 * 1024 * 1024);
    const entries = await fill(['a', 'b', 'c'].map((_id) => ({ _id, text })));
    const found = await entries.find({}).toArray();
    expect(found.map((document) => document.text === text)).toEqual([true, true, true]);
    await expect(
      entries.insertOne({ _id: 'd', text: `${text}${text.slice(-1024 * 1024)}.` }),
    ).rejects.toThrow('larger than');
  });

  test('come in batches, as many as there are', async () => {
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

describe('a unique index', () => {
  const taken = { code: 11000, keyPattern: { user: 1, day: -1 }, keyValue: { user: 'u', day: 1 } };

  test.each<[string, object, (entries: Collection<Entry>) => Promise<unknown>]>([
    ['an insert', taken, (entries) => entries.insertOne({ _id: 3, user: 'u', day: 1 })],
    ['an update', taken, (entries) => entries.updateOne({ _id: 2 }, { $inc: { day: -1 } })],
    ['a replacement', taken, (entries) => entries.replaceOne({ _id: 2 }, { user: 'u', day: 1 })],
    [
      'an upsert',
      taken,
      (entries) => entries.updateOne({ _id: 3 }, { $set: { user: 'u', day: 1 } }, { upsert: true }),
    ],
    [
      'a findAndModify',
      { ...taken, codeName: 'DuplicateKey' },
      (entries) => entries.findOneAndUpdate({ _id: 2 }, { $set: { day: 1 } }),
    ],
    [
      'an _id',
      { code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } },
      (entries) => entries.insertOne({ _id: 1 }),
    ],
    [
      'an upserted _id',
      { code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } },
      (entries) => entries.findOneAndUpdate({ _id: 1, day: 5 }, { $set: { user: 'v' } }, { upsert: true }),
    ],
  ])('refuses %s, and says which key', async (_, expected, write) => {
    const entries = await fill([
      { _id: 1, user: 'u', day: 1 },
      { _id: 2, user: 'u', day: 2 },
    ]);
    await entries.createIndex({ user: 1, day: -1 }, { unique: true });
    await expect(write(entries)).rejects.toMatchObject(expected);
    await expect(write(entries)).rejects.toThrow(
      /^E11000 duplicate key error collection: test\.entries_\d+ index: /,
    );
    expect(await entries.find({}).sort({ _id: 1 }).toArray()).toMatchObject([{ day: 1 }, { day: 2 }]);
  });

  test('lets the other writes of a batch through, those before it if they are ordered', async () => {
    const documents = [{ _id: 1 }, { _id: 1, again: true }, { _id: 2 }];
    const ordered = await fill();
    await expect(ordered.insertMany(documents)).rejects.toMatchObject({ code: 11000, insertedCount: 1 });
    const unordered = await fill();
    await expect(unordered.insertMany(documents, { ordered: false })).rejects.toMatchObject({
      insertedCount: 2,
    });
    const mixed = unordered.bulkWrite(
      [
        { insertOne: { document: { _id: 2 } } },
        { updateOne: { filter: { _id: 1 }, update: { $set: { a: 1 } } } },
        { deleteOne: { filter: { _id: 2 } } },
      ],
      { ordered: false },
    );
    await expect(mixed).rejects.toMatchObject({ result: { modifiedCount: 1, deletedCount: 1 } });
    expect(await unordered.find({}).toArray()).toEqual([{ _id: 1, a: 1 }]);
  });

  test('that is partial or sparse counts only what it covers', async () => {
    const entries = await fill();
    await entries.createIndex({ email: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await entries.createIndex({ code: 1 }, { unique: true, sparse: true });
    await entries.insertMany([
      { _id: 1, email: 'e', active: true },
      { _id: 2, email: 'e' },
      { _id: 3, email: 'e' },
    ]);
    await expect(entries.insertOne({ _id: 4, email: 'e', active: true })).rejects.toMatchObject({
      code: 11000,
    });
    await entries.updateOne({ _id: 1 }, { $set: { code: 'c' } });
    await expect(entries.updateOne({ _id: 2 }, { $set: { code: 'c' } })).rejects.toMatchObject({
      keyPattern: { code: 1 },
    });
  });

  test.each(['_id', 'name'])(
    'makes one document of many upserts by %s at once, and tells one that it did',
    async (field) => {
      const entries = await fill([{ _id: 0 }]);
      await entries.createIndex({ name: 1 }, { unique: true, sparse: true });
      for (let round = 1; round <= 20; round += 1) {
        const racers = Array.from({ length: 12 }, (_, racer) =>
          entries.updateOne(
            { [field]: `r${round}` },
            { $setOnInsert: { owner: racer }, $inc: { n: 1 } },
            { upsert: true },
          ),
        );
        const results = await Promise.all(racers);
        const owners = results.flatMap(({ upsertedCount }, racer) => (upsertedCount ? [racer] : []));
        expect(owners).toHaveLength(1);
        expect(await entries.findOne({ [field]: `r${round}` })).toMatchObject({ owner: owners[0], n: 12 });
      }
    },
  );
});

describe('indexes', () => {
  test('may be asked for again, by many at once, before there is a collection', async () => {
    const entries = await fill();
    const wanted = [
      { key: { a: 1, b: -1 }, unique: true },
      { key: { at: 1 }, name: 'expiry', expireAfterSeconds: 60 },
    ] as const;
    const create = () => entries.createIndexes(wanted.map((index) => ({ ...index })));
    await Promise.all(Array.from({ length: 10 }, create));
    expect(await create()).toEqual(['a_1_b_-1', 'expiry']);
    expect(await entries.indexes()).toMatchObject([
      { name: '_id_', key: { _id: 1 } },
      { name: 'a_1_b_-1', unique: true },
      { name: 'expiry', expireAfterSeconds: 60 },
    ]);
    await expect(entries.createIndex({ a: 1, b: -1 }, { unique: true, name: 'other' })).rejects.toMatchObject(
      { code: 85 },
    );
    await expect(entries.createIndex({ a: 1, b: -1 })).rejects.toMatchObject({ code: 86 });

    await db.command({ collMod: entries.collectionName, index: { name: 'expiry', expireAfterSeconds: 90 } });
    await entries.dropIndex('a_1_b_-1');
    expect(await entries.indexes()).toMatchObject([{ name: '_id_' }, { expireAfterSeconds: 90 }]);
    await expect(entries.dropIndex('a_1_b_-1')).rejects.toMatchObject({ code: 27 });
  });

  test('that duplicates contradict are refused', async () => {
    const entries = await fill([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await expect(entries.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
  });

  test('show in plans', async () => {
    const entries = await fill(numbered(500, (number) => ({ account: `a${number % 10}` })));
    await entries.createIndex({ account: 1, number: 1 });
    const byIndex = { stage: 'IXSCAN', indexName: 'account_1_number_1' };
    const filter = { account: 'a3' };
    const name = entries.collectionName;
    const commands = [
      { find: name, filter, sort: { number: -1 }, limit: 20 },
      {
        aggregate: name,
        pipeline: [{ $match: filter }, { $group: { _id: '$account', n: { $sum: 1 } } }],
        cursor: {},
      },
      { count: name, query: filter },
      { distinct: name, key: 'number', query: filter },
      { update: name, updates: [{ q: filter, u: { $set: { a: 1 } }, multi: true }] },
      { delete: name, deletes: [{ q: filter, limit: 1 }] },
      { findAndModify: name, query: filter, sort: { number: 1 }, update: { $set: { a: 1 } } },
    ];
    for (const command of commands) {
      const { queryPlanner, executionStats } = await db.command({
        explain: command,
        verbosity: 'executionStats',
      });
      expect(stagesOf(queryPlanner.winningPlan)).toContainEqual(byIndex);
      expect(stagesOf(queryPlanner.winningPlan)).not.toContainEqual(
        expect.objectContaining({ stage: 'COLLSCAN' }),
      );
      expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(50);
      expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(50);
    }
    const scanned = await entries.find({ number: { $gt: 400 } }).explain('executionStats');
    expect(scanned).toMatchObject({
      queryPlanner: { namespace: `test.${name}`, winningPlan: { stage: 'COLLSCAN' } },
      executionStats: { nReturned: 99, totalDocsExamined: 500, totalKeysExamined: 0 },
    });
    await db.command({ planCacheClear: name });
    expect((await entries.find({ number: 1 }).explain()).queryPlanner.winningPlan).toEqual({
      stage: 'COLLSCAN',
    });
    const planned = await entries.find(filter).explain('queryPlanner');
    expect(planned).not.toHaveProperty('executionStats');
    expect(await entries.countDocuments({ a: 1 })).toBe(0);
  });

  const stagesOf = ({ inputStage, inputStages = [], ...stage }: Document): Document[] =>
    [stage].concat(...[inputStage ?? [], inputStages].flat().map(stagesOf));
});

test('collections and databases are made, listed, described and dropped', async () => {
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

test('what the engine lacks is refused in words', async () => {
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
])('%s that is wrong has the error code of MongoDB', async (_, expected, ask) => {
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
