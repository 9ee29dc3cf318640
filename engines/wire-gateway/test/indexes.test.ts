import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Collection, Db, Document } from 'mongodb';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { type Entry, filling, numbered } from './entries.ts';

let documentDb: DocumentDb;
let db: Db;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  db = documentDb.connect().db('test');
});

afterAll(() => documentDb.stop());

const fill = filling(() => db);

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
  ])('refuses %s, and names the key', async (_, expected, write) => {
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

  test('applies the other writes of a batch, or those before the duplicate if ordered', async () => {
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

  test('that is partial or sparse applies only to what it covers', async () => {
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
    'many concurrent upserts by %s make one document, and one reports the insert',
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
  test('can be created again, by many at once, before the collection exists', async () => {
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

  test('are refused if existing documents are duplicates', async () => {
    const entries = await fill([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await expect(entries.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
  });

  test('appear in query plans', async () => {
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
