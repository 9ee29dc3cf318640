import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientSession, MongoClient } from 'mongodb';
import { eventually } from '../support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { openWire } from './wire-client.ts';

type Counter = { _id: string; n: number };

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect({ maxPoolSize: 60 });
}, 300_000);

afterAll(() => documentDb.stop());

/** Writers that count, each in a document of its own: alone, and in transactions with a document that all share. */
const writeUnderLoad = async (name: string, disturb: (acknowledged: () => number) => Promise<void>) => {
  const counters = client.db('faults').collection<Counter>(name);
  await counters.insertOne({ _id: 'shared', n: 0 });
  const increment = (_id: string, options: { session?: ClientSession }) =>
    counters.updateOne({ _id }, { $inc: { n: 1 } }, { upsert: true, ...options });
  const alone = (_id: string) => increment(_id, {});
  const together = (_id: string) =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await increment(_id, { session });
        await increment('shared', { session });
      }),
    );

  let stopped = false;
  const count = async (_id: string, write: (_id: string) => Promise<unknown>) => {
    const counted = { _id, acknowledged: 0, failed: 0 };
    writers.push(counted);
    while (!stopped) {
      await write(_id).then(
        () => {
          counted.acknowledged += 1;
        },
        async () => {
          counted.failed += 1;
          // Where every write fails at once, nothing else would have its turn.
          await sleep(5);
        },
      );
    }
  };
  const writers: { _id: string; acknowledged: number; failed: number }[] = [];
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const running = Array.from({ length: 12 }, (_, number) =>
    number < 10 ? count(`alone-${number}`, alone) : count(`together-${number}`, together),
  );
  await eventually(() => acknowledged() > 300, 'the load');
  await disturb(acknowledged);
  const before = acknowledged();
  await eventually(() => acknowledged() > before + 300, 'the load to go on', 30_000);
  stopped = true;
  await Promise.all(running);

  const stored = new Map((await counters.find({}).toArray()).map(({ _id, n }) => [_id, n]));
  return { writers, stored };
};

const expectEachCountedOnce = ({ writers, stored }: Awaited<ReturnType<typeof writeUnderLoad>>) => {
  let together = 0;
  for (const { _id, acknowledged, failed } of writers) {
    const n = stored.get(_id) ?? 0;
    expect(n).toBeGreaterThanOrEqual(acknowledged);
    expect(n).toBeLessThanOrEqual(acknowledged + failed);
    if (_id.startsWith('together')) together += n;
  }
  expect(stored.get('shared')).toBe(together);
};

const kill = async (name: 'postgres' | 'mongo-gateway') => {
  const pid = documentDb.pidOf(name);
  process.kill(pid as number, 'SIGKILL');
  await eventually(() => ![pid, undefined].includes(documentDb.pidOf(name)), `${name} to be started again`);
};

describe('no acknowledged write is lost and none counts twice', () => {
  test('when PostgreSQL is killed', async () => {
    const gateway = documentDb.pidOf('mongo-gateway');
    expectEachCountedOnce(await writeUnderLoad('postgres_killed', () => kill('postgres')));
    expect(documentDb.pidOf('mongo-gateway')).toBe(gateway);
  });

  test('when one of its processes crashes, and so all start again', async () => {
    const result = await writeUnderLoad('process_killed', async () => {
      const pids = documentDb.postgresPids();
      process.kill(pids.at(-1) as number, 'SIGKILL');
      await eventually(
        () => documentDb.postgresPids().every((pid) => pid === pids[0] || !pids.includes(pid)),
        'new ones',
      );
    });
    expectEachCountedOnce(result);
  });

  test('when the gateway is killed, again and again', async () => {
    const result = await writeUnderLoad('gateway_killed', async (acknowledged) => {
      for (let time = 1; time <= 3; time += 1) {
        await kill('mongo-gateway');
        const before = acknowledged();
        await eventually(() => acknowledged() > before + 50, 'the load to go on', 30_000);
      }
    });
    expectEachCountedOnce(result);
  });
});

test('a cursor that went with PostgreSQL is said to be gone', async () => {
  const counters = client.db('faults').collection<Counter>('read');
  await counters.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: `${n}`, n })));
  const cursor = counters.find().sort({ n: 1 }).batchSize(2);
  await cursor.next();
  expect(cursor.bufferedCount()).toBe(1);
  cursor.readBufferedDocuments();
  await kill('postgres');
  await eventually(() => counters.findOne().catch(() => null), 'PostgreSQL to answer');
  await expect(cursor.next()).rejects.toMatchObject({ code: 43 });
});

test('a PostgreSQL that is frozen is noticed, and used again when it wakes', async () => {
  // The time limits of the services.
  const impatient = documentDb.connect({
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 2_000,
    serverSelectionTimeoutMS: 1_500,
  });
  const entries = impatient.db('faults').collection<Counter>('frozen');
  await entries.insertOne({ _id: 'awake', n: 0 });
  const pids = documentDb.postgresPids();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const writes = Array.from({ length: 40 }, (_, n) => entries.insertOne({ _id: `frozen-${n}`, n }));
    for (const { status } of await Promise.allSettled(writes)) expect(status).toBe('rejected');
    await expect(entries.findOne()).rejects.toThrow();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  const isBack = () => entries.findOne({ _id: 'awake' }).catch(() => undefined);
  await eventually(isBack, 'PostgreSQL to be used again');
  await Promise.all(
    Array.from({ length: 40 }, () => entries.updateOne({ _id: 'awake' }, { $inc: { n: 1 } })),
  );
  expect(await entries.findOne({ _id: 'awake' })).toMatchObject({ n: 40 });
});

test('a process of PostgreSQL that hangs behind the connection of the checks is no engine that is away', async () => {
  const postgres = await documentDb.connectToPostgres();
  const wire = await openWire(documentDb.port);
  const hello = () => wire.command({ hello: 1, $db: 'admin' });
  /** The processes behind connections that were used for a check. */
  const checking = async (): Promise<number[]> => {
    const { rows } = await postgres.query("SELECT pid FROM pg_stat_activity WHERE query = 'SELECT 1'");
    return rows.map(({ pid }) => pid);
  };
  await hello();
  const [hung = 0] = await checking();
  process.kill(hung, 'SIGSTOP');
  try {
    expect(await Promise.race([hello(), sleep(10_000)])).toMatchObject({ ok: 1, isWritablePrimary: true });
  } finally {
    process.kill(hung, 'SIGCONT');
  }
  await hello();
  await eventually(async () => (await checking()).length === 1, 'its connection to be gone');
  expect(await checking()).not.toContain(hung);
  wire.socket.destroy();
  await postgres.end();
});

test('a PostgreSQL that is away is a server that restarts: reads and writes wait for it', async () => {
  const counters = client.db('faults').collection<Counter>('away');
  await counters.insertOne({ _id: 'a', n: 0 });
  const gateway = documentDb.pidOf('mongo-gateway');
  const wire = await openWire(documentDb.port);
  await kill('postgres');
  await Promise.all([counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }), counters.findOne({ _id: 'a' })]);
  expect(await counters.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  expect(await wire.command({ hello: 1, $db: 'admin' })).toMatchObject({ ok: 1, isWritablePrimary: true });
  expect(documentDb.pidOf('mongo-gateway')).toBe(gateway);
  wire.socket.destroy();
});

test('a PostgreSQL that takes no writes is no primary, also to a gateway that starts', async () => {
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
    await kill('mongo-gateway');
    // Drivers ask it twice a second whether it is there.
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
  await eventually(isBack, 'writes to be taken', 60_000);
}, 150_000);
