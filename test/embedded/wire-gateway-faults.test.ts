import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Binary, Long, serialize } from 'bson';
import type { ClientSession, MongoClient } from 'mongodb';
import pg from 'pg';
import { freePort } from 'shared/embedded/ports.ts';
import { environment } from '../support/config.ts';
import { eventually } from '../support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { messageOf, openWire, sequenceOf } from './wire-client.ts';

type Counter = { _id: string; n: number };

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect({ maxPoolSize: 60 });
}, 300_000);

afterAll(() => documentDb.stop());

const connectToPostgres = async (): Promise<pg.Client> => {
  const postgres = new pg.Client({
    host: documentDb.gatewayEnv?.PG_SOCKET_DIR,
    port: Number(documentDb.gatewayEnv?.PG_PORT),
    user: documentDb.gatewayEnv?.PG_USER,
    database: 'postgres',
  });
  await postgres.connect();
  return postgres;
};

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
        () => {
          counted.failed += 1;
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
  const postgres = await connectToPostgres();
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
  const postgres = await connectToPostgres();
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

test('transactions that find no connection say so, and may be tried again', async () => {
  const counters = client.db('faults').collection<Counter>('crowd');
  await counters.insertOne({ _id: 'a', n: 0 });
  const sessions = Array.from({ length: 40 }, () => client.startSession());
  const begin = async (session: ClientSession) => {
    session.startTransaction();
    await counters.findOne({ _id: 'a' }, { session });
  };
  const begun = await Promise.allSettled(sessions.map(begin));
  const failures = begun.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
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

test('a write does not wait for ever for a transaction that is left open', async () => {
  const counters = client.db('faults').collection<Counter>('held');
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

test('a transaction ends with the connection of its client', async () => {
  const counters = client.db('faults').collection<Counter>('left');
  await counters.insertOne({ _id: 'a', n: 0 });
  const wire = await openWire(documentDb.port);
  const update = { update: 'left', updates: [{ q: { _id: 'a' }, u: { $inc: { n: 10 } } }], $db: 'faults' };
  const lsid = { id: new Binary(randomBytes(16), 4) };
  const begun = { lsid, txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false };
  expect(await wire.command({ ...update, ...begun })).toMatchObject({ n: 1 });
  wire.socket.destroy();
  // It would not have waited for so long as an open one may be idle.
  await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } });
  expect(await counters.findOne()).toEqual({ _id: 'a', n: 1 });
});

describe('the wire protocol', () => {
  const ping = { ping: 1, $db: 'admin' };
  const changed = (change: (message: Buffer) => void) => {
    const message = messageOf(ping);
    change(message);
    return message;
  };

  test.each<[string, Buffer]>([
    ['a length below that of a header', changed((message) => message.writeInt32LE(15))],
    ['a negative length', changed((message) => message.writeInt32LE(-1))],
    ['a length beyond the limit', changed((message) => message.writeInt32LE(48_000_001))],
    ['another kind of message', changed((message) => message.writeInt32LE(2012, 12))],
    ['a flag that nobody knows', messageOf(ping, 4)],
    ['a section of another kind', changed((message) => message.writeUInt8(9, 20))],
    ['a document that is longer than its message', changed((message) => message.writeInt32LE(10_000, 21))],
    ['a document of no length', changed((message) => message.writeInt32LE(0, 21))],
    ['a document that is no BSON', changed((message) => message.writeUInt8(0x7e, 25))],
    ['two documents', messageOf(ping, 0, [Buffer.from([0]), Buffer.from(serialize(ping))])],
    [
      'two sequences of one name',
      messageOf(ping, 0, [sequenceOf('documents', []), sequenceOf('documents', [])]),
    ],
    ['no document', changed((message) => message.writeInt32LE(20)).subarray(0, 20)],
    ['what is no message', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('%s closes the connection, and no other', async (_, message) => {
    const [wire, other] = await Promise.all([openWire(documentDb.port), openWire(documentDb.port)]);
    const pid = documentDb.pidOf('mongo-gateway');
    wire.socket.write(message);
    expect(await wire.reply()).toBeUndefined();
    expect(await other.command(ping)).toEqual({ ok: 1 });
    expect(documentDb.pidOf('mongo-gateway')).toBe(pid);
    other.socket.destroy();
  });

  test('a filter that is no BSON matches nothing', async () => {
    const entries = client.db('faults').collection<Counter>('corrupt');
    await entries.insertOne({ _id: 'a', n: 0 });
    const deletes = sequenceOf('deletes', [{ q: { name: 'nobody' }, limit: 0 }]);
    deletes.writeUInt8(0x7e, deletes.indexOf('name') - 1);
    const wire = await openWire(documentDb.port);
    wire.socket.write(messageOf({ delete: 'corrupt', $db: 'faults' }, 0, [deletes]));
    expect(await wire.reply()).toBeUndefined();
    expect(await entries.countDocuments({})).toBe(1);
  });

  test('may come byte by byte, several messages at once, or with a checksum', async () => {
    const wire = await openWire(documentDb.port);
    for (const byte of messageOf(ping)) wire.socket.write(Buffer.from([byte]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    wire.socket.write(Buffer.concat([messageOf(ping), messageOf({ buildInfo: 1, $db: 'admin' })]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    expect(await wire.reply()).toMatchObject({ ok: 1, versionArray: [7, 0, 0, 0] });
    const checksumPresent = 1;
    wire.socket.write(messageOf(ping, checksumPresent, [Buffer.alloc(4)]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    wire.socket.destroy();
  });

  test('may begin with the older query of a driver that does not know the server', async () => {
    const wire = await openWire(documentDb.port);
    const query = Buffer.concat([
      messageOf(ping).subarray(0, 20),
      Buffer.from('admin.$cmd\0\0\0\0\0\xff\xff\xff\xff', 'latin1'),
      serialize({ isMaster: 1, helloOk: true }),
    ]);
    query.writeInt32LE(query.length, 0);
    query.writeInt32LE(2004, 12);
    wire.socket.write(query);
    expect(await wire.reply()).toMatchObject({ ok: 1, ismaster: true, helloOk: true, setName: 'rs0' });
    wire.socket.destroy();
  });
});

describe('the process', () => {
  const main = fileURLToPath(
    new URL('../../shared/src/embedded/mongo/wire-gateway/main.ts', import.meta.url),
  );
  const start = (changes: Record<string, string>): ChildProcess =>
    spawn(process.execPath, [main], { env: { ...environment, ...documentDb.gatewayEnv, ...changes } });

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['a port that is taken', () => ({}), /^PORT: cannot listen on 127\.0\.0\.1:\d+ \(.*EADDRINUSE.*\)\.\n$/],
    ['a wrong port', () => ({ PORT: 'none' }), /^Configuration: PORT .*\n$/],
    ['no socket', () => ({ PG_SOCKET_DIR: '' }), /^Configuration: PG_SOCKET_DIR is not set\.\n$/],
  ])('ends with one line on %s', async (_, changes, line) => {
    const gateway = start(changes());
    const [said, [exitCode]] = await Promise.all([
      text(gateway.stderr as NonNullable<typeof gateway.stderr>),
      once(gateway, 'exit'),
    ]);
    expect(said).toMatch(line);
    expect(exitCode).toBe(1);
  });

  test('asked to stop, answers what it was asked before', async () => {
    const port = await freePort();
    const gateway = start({ PORT: `${port}` });
    await eventually(() => isListening(port), 'the gateway to listen');
    const wire = await openWire(port);
    const counters = client.db('faults').collection<Counter>('stopped');
    await counters.insertOne({ _id: 'a', n: 0 });
    const session = client.startSession();
    session.startTransaction();
    await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    // Waits for the transaction.
    const updates = [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }];
    const waiting = wire.command({ update: 'stopped', updates, $db: 'faults' });
    await eventually(waitsForLock, 'the command to run');
    gateway.kill('SIGTERM');
    await eventually(async () => !(await isListening(port)), 'the gateway to listen no more');
    await session.commitTransaction();
    await session.endSession();
    expect(await waiting).toMatchObject({ ok: 1, n: 1 });
    await wire.closed;
    const [exitCode] = gateway.exitCode === null ? await once(gateway, 'exit') : [gateway.exitCode];
    expect(exitCode).toBe(0);
    expect(await counters.findOne()).toEqual({ _id: 'a', n: 2 });
  });

  /** Whether a statement that PostgreSQL runs waits for a row. */
  const waitsForLock = async () => {
    const postgres = await connectToPostgres();
    const { rowCount } = await postgres.query(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'",
    );
    await postgres.end();
    return rowCount;
  };

  const isListening = async (port: number) => {
    const wire = await openWire(port);
    const answer = await wire.command({ buildInfo: 1, $db: 'admin' });
    wire.socket.destroy();
    return answer !== undefined;
  };
});
