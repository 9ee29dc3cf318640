import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { openWire } from './wire-client.ts';

type Counter = { _id: string; n: number };

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect({ maxPoolSize: 60 });
});

afterAll(() => documentDb.stop());

test('a cursor lost with PostgreSQL is reported as not found', async () => {
  const counters = client.db('faults').collection<Counter>('read');
  await counters.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: `${n}`, n })));
  const cursor = counters.find().sort({ n: 1 }).batchSize(2);
  await cursor.next();
  expect(cursor.bufferedCount()).toBe(1);
  cursor.readBufferedDocuments();
  await documentDb.kill('postgres');
  await eventually(() => counters.findOne().catch(() => null), 'PostgreSQL to answer');
  await expect(cursor.next()).rejects.toMatchObject({ code: 43 });
});

/** Signals processes, but for those that have ended by themselves meanwhile, as an autovacuum does. */
const signalAll = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
};

test('a frozen PostgreSQL is noticed, and used again when it wakes up', async () => {
  // The timeouts of the services.
  const impatient = documentDb.connect({
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 2_000,
    serverSelectionTimeoutMS: 1_500,
  });
  const entries = impatient.db('faults').collection<Counter>('frozen');
  await entries.insertOne({ _id: 'awake', n: 0 });
  const pids = documentDb.postgresPids();
  signalAll(pids, 'SIGSTOP');
  try {
    const writes = Array.from({ length: 40 }, (_, n) => entries.insertOne({ _id: `frozen-${n}`, n }));
    for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
    await expect(entries.findOne()).rejects.toThrow();
  } finally {
    // The first, the postmaster, cleans up after the others: it wakes up last.
    signalAll(pids.toReversed(), 'SIGCONT');
  }
  const isBack = () => entries.findOne({ _id: 'awake' }).catch(() => undefined);
  await eventually(isBack, 'PostgreSQL to be used again');
  await Promise.all(
    Array.from({ length: 40 }, () => entries.updateOne({ _id: 'awake' }, { $inc: { n: 1 } })),
  );
  expect(await entries.findOne({ _id: 'awake' })).toMatchObject({ n: 40 });
});

test('one hung PostgreSQL process behind a health check does not count as PostgreSQL being down', async () => {
  const postgres = await documentDb.connectToPostgres();
  const wire = await openWire(documentDb.port);
  const hello = () => wire.command({ hello: 1, $db: 'admin' });
  /** The processes behind connections used for a health check. */
  const checking = async (): Promise<number[]> => {
    const { rows } = await postgres.query("SELECT pid FROM pg_stat_activity WHERE query = 'SELECT 1'");
    return rows.map(({ pid }) => pid);
  };
  await hello();
  const [hung = 0] = await checking();
  process.kill(hung, 'SIGSTOP');
  try {
    expect(await Promise.race([hello(), sleep(10_000, undefined, { ref: false })])).toMatchObject({
      ok: 1,
      isWritablePrimary: true,
    });
  } finally {
    process.kill(hung, 'SIGCONT');
  }
  await hello();
  await eventually(async () => (await checking()).length === 1, 'its connection to be gone');
  expect(await checking()).not.toContain(hung);
  wire.socket.destroy();
  await postgres.end();
});

test('when PostgreSQL restarts, reads and writes wait for it', async () => {
  const counters = client.db('faults').collection<Counter>('away');
  await counters.insertOne({ _id: 'a', n: 0 });
  const gateway = documentDb.pidOf('mongo-gateway');
  const wire = await openWire(documentDb.port);
  await documentDb.kill('postgres');
  await Promise.all([counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }), counters.findOne({ _id: 'a' })]);
  expect(await counters.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  expect(await wire.command({ hello: 1, $db: 'admin' })).toMatchObject({ ok: 1, isWritablePrimary: true });
  expect(documentDb.pidOf('mongo-gateway')).toBe(gateway);
  wire.socket.destroy();
});

test('a read-only PostgreSQL is not a primary, even to a newly started gateway', async () => {
  const entries = client.db('faults').collection<Counter>('read_only');
  await entries.insertOne({ _id: 'before', n: 0 });
  const postgres = await documentDb.connectToPostgres();
  const setting = async (statement: string) => {
    await postgres.query(statement);
    await postgres.query('SELECT pg_reload_conf()');
  };
  const connections = async (): Promise<number> =>
    (await postgres.query("SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend'"))
      .rows[0].count;
  await setting('ALTER SYSTEM SET default_transaction_read_only = on');
  try {
    const refused = await eventually(
      () => entries.insertOne({ _id: randomBytes(8).toString('hex'), n: 0 }).then(() => undefined, Object),
      'a write to be refused',
    );
    expect(refused).toMatchObject({ code: 10_107, codeName: 'NotWritablePrimary' });
    await documentDb.kill('mongo-gateway');
    // Drivers check twice a second whether it is up.
    const before = await connections();
    await sleep(6000);
    expect(await connections()).toBeLessThan(before + 5);
  } finally {
    await setting('ALTER SYSTEM RESET default_transaction_read_only');
    await postgres.end();
  }
  const isBack = () =>
    entries.insertOne({ _id: 'after', n: 0 }).then(
      () => true,
      () => undefined,
    );
  await eventually(isBack, 'writes to be taken');
});
