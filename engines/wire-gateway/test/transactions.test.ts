import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ClientSession, Long, type MongoClient, UUID } from 'mongodb';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { filling } from './entries.ts';
import { openWire } from './wire-client.ts';

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  // Shorter than commands wait for a lock, longer than a busy machine leaves a transaction idle.
  documentDb = await startDocumentDb({ TRANSACTION_IDLE_MS: '3000' });
  client = documentDb.connect({ maxPoolSize: 60 });
});

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

  test('that waited for a connection together with another of its session leaves one open', async () => {
    const entries = await fill([{ _id: 1 }]);
    const find = { find: entries.collectionName, $db: 'test', autocommit: false, startTransaction: true };
    const holding = Array.from({ length: 24 }, () => client.startSession());
    for (const session of holding) session.startTransaction();
    await Promise.all(holding.map((session) => entries.findOne({}, { session })));

    const lsid = { id: new UUID() };
    const wires = await Promise.all([openWire(documentDb.port), openWire(documentDb.port)]);
    const replies = wires.map((wire, i) => wire.command({ ...find, lsid, txnNumber: Long.fromInt(i) }));
    await sleep(100);
    await Promise.all(holding.map((session) => session.endSession()));
    expect(await Promise.all(replies)).toMatchObject([{ ok: 1 }, { ok: 1 }]);
    const postgres = await documentDb.connectToPostgres();
    const { rows } = await postgres.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'idle in transaction'",
    );
    await postgres.end();
    for (const { socket } of wires) socket.destroy();
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('whose first commit may still be under way is not reported as one to run again', async () => {
    const id = new UUID();
    const postgres = await documentDb.connectToPostgres();
    // As the connection of a gateway that was killed holds it while its COMMIT hangs.
    const lock = 'SELECT pg_advisory_lock(hashtextextended($1::uuid::text, 0))';
    await postgres.query(lock, [id.toString()]);
    const wire = await openWire(documentDb.port);
    const commit = { commitTransaction: 1, $db: 'admin', autocommit: false };
    const reply = await wire.command({ ...commit, lsid: { id }, txnNumber: Long.fromInt(1) });
    wire.socket.destroy();
    await postgres.end();
    expect([reply?.codeName, reply?.errorLabels]).toEqual(['MaxTimeMSExpired', undefined]);
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
