import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import type { Engine, EngineOptions, Part } from 'engines/engine.ts';
import { freePort } from 'engines/ports.ts';
import { prepareRedis } from 'engines/redis/prepare-redis.ts';
import { Redis } from 'ioredis';
import { config } from '../../scripts/config.ts';
import { endProcess, startPart } from '../support/start-part.ts';

/** For the end of a connection ioredis waits at most so long, also where it has ended already. */
const disconnectTimeout = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'redis-'));
let options: EngineOptions;
let engine: Engine;
let port: number;
let redis: ChildProcess;
let queue: Queue;

beforeAll(async () => {
  port = await freePort();
  options = {
    dataDir: join(dataDir, 'redis'),
    cacheDir: config.DIARY_CACHE_DIR,
    port,
    progress: () => {},
  };
  engine = await prepareRedis(options);
  redis = await startPart(engine.parts[0] as Part);
  queue = new Queue('jobs', {
    connection: {
      host: '127.0.0.1',
      port,
      retryStrategy: () => 20,
      maxRetriesPerRequest: null,
      disconnectTimeout,
    },
  });
  queue.on('error', () => {});
  await queue.waitUntilReady();
});

afterAll(async () => {
  await queue.close();
  await endProcess(redis, 'SIGTERM');
  rmSync(dataDir, { recursive: true });
});

/** The file that Redis appends to. */
const fileOf = (): string => {
  const folder = join(options.dataDir, 'appendonlydir');
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.incr.aof'));
  return join(folder, name);
};

test('is configured as BullMQ needs it, for this machine only', async () => {
  const client = new Redis(engine.url);
  const settings = await client.config('GET', 'maxmemory-policy', 'append*', 'save', 'bind');
  client.disconnect();
  const pairs = Array.from({ length: settings.length / 2 }, (_, i) => [settings[2 * i], settings[2 * i + 1]]);
  expect(Object.fromEntries(pairs)).toMatchObject({
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    bind: '127.0.0.1',
  });
});

test('loses no acknowledged job when killed during writes', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `job-${index}`);
  const toAdd = names.values();
  let acknowledged = 0;
  const addJobs = async () => {
    for (const name of toAdd) {
      await queue.add(name, {});
      acknowledged += 1;
      if (acknowledged === 1_000) redis.kill('SIGKILL');
    }
  };
  const additions = Array.from({ length: 20 }, addJobs);
  await once(redis, 'exit');
  expect(acknowledged).toBeLessThan(2_000);
  redis = await startPart(engine.parts[0] as Part);
  await Promise.all(additions);

  const kept = (await queue.getWaiting()).map((job) => job.name);
  expect(new Set(kept)).toEqual(new Set(names));
});

test('starts again when a power cut damaged the end of its file, with all that was written before', async () => {
  const file = fileOf();
  // As a kill in the middle of a transaction leaves it.
  await queue.add('cut off', {});
  await endProcess(redis);
  truncateSync(file, statSync(file).size - 40);
  redis = await startPart(engine.parts[0] as Part);

  await queue.add('before the cut', {});
  const kept = (await queue.getWaiting()).map((job) => job.name);
  await endProcess(redis);
  appendFileSync(file, Buffer.alloc(512));
  redis = await startPart(engine.parts[0] as Part);
  const found = new Set((await queue.getWaiting()).map((job) => job.name));
  expect(kept.filter((job) => !found.has(job))).toEqual([]);
});

test('loses nothing that is written after a power cut in the middle of a transaction', async () => {
  const client = new Redis(engine.url, { disconnectTimeout });
  await client.multi().set('one', '1').set('other', '1').exec();
  await endProcess(redis);
  truncateSync(fileOf(), statSync(fileOf()).size - 40);
  const found = [];
  for (let starts = 0; starts < 2; starts += 1) {
    redis = await startPart(engine.parts[0] as Part);
    found.push(await client.mget('one', 'other', 'later'));
    await client.set('later', '1');
    await endProcess(redis);
  }
  client.disconnect();
  expect(found).toEqual([
    [null, null, null],
    [null, null, '1'],
  ]);
});
