import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientSession, MongoClient } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';

type Counter = { _id: string; n: number };

let documentDb: DocumentDb;
let client: MongoClient;

beforeAll(async () => {
  documentDb = await startDocumentDb();
  client = documentDb.connect({ maxPoolSize: 60 });
});

afterAll(() => documentDb.stop());

/** Writers that increment, each its own document: alone, or in transactions together with a document that all share. */
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
          // When every write fails at once, nothing else would get a turn.
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
  await eventually(() => acknowledged() > before + 300, 'the load to go on');
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

describe('no acknowledged write is lost and none is applied twice', () => {
  test('when PostgreSQL is killed', async () => {
    const gateway = documentDb.pidOf('mongo-gateway');
    expectEachCountedOnce(await writeUnderLoad('postgres_killed', () => documentDb.kill('postgres')));
    expect(documentDb.pidOf('mongo-gateway')).toBe(gateway);
  });

  test('when one of its processes crashes and all are restarted', async () => {
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

  test('when the gateway is killed repeatedly', async () => {
    const result = await writeUnderLoad('gateway_killed', async (acknowledged) => {
      for (let time = 1; time <= 3; time += 1) {
        await documentDb.kill('mongo-gateway');
        const before = acknowledged();
        await eventually(() => acknowledged() > before + 50, 'the load to go on');
      }
    });
    expectEachCountedOnce(result);
  });
});
