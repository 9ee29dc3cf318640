import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Part } from 'engines/engine.ts';
import { freePort } from 'engines/ports.ts';
import { prepareRedis } from 'engines/redis/prepare-redis.ts';
import { createLog } from 'shared/observe/log.ts';
import { createRedis } from 'shared/store/redis.ts';
import { config } from '../../scripts/config.ts';
import { image } from '../deployment/deployment-files.ts';
import { newPerson } from '../person/diary-person.ts';
import { meStatus } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { site } from '../support/set.ts';
import { endProcess, startPart } from '../support/start-part.ts';

const MAILER = fileURLToPath(new URL('../../services/mailer/src/main.ts', import.meta.url));

let dataDir: string;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'read-only-redis-'));
  const [port, nowhere] = [await freePort(), await freePort()];
  const engine = await prepareRedis({ dataDir, cacheDir: config.DIARY_CACHE_DIR, port, progress: () => {} });
  const [part] = engine.parts as [Part];
  server = await startPart({ ...part, args: [...part.args, '--replicaof', '127.0.0.1', String(nowhere)] });
  url = engine.url;
});

afterAll(async () => {
  await endProcess(server);
  await rm(dataDir, { recursive: true, force: true });
});

describe('a Redis that has become a replica', () => {
  proves(['C7.redis_away'], 'is left for whatever server has its address now', async () => {
    const redis = createRedis(url, createLog('test', 'silent'));
    try {
      await once(redis, 'ready');
      const connection = () => redis.client('ID').catch(() => undefined);
      const first = await connection();
      const refusal = { name: 'ReplyError', message: expect.stringMatching(/^READONLY /) };
      await expect(redis.set('key', '1')).rejects.toMatchObject(refusal);
      await eventually(async () => Number(await connection()) > Number(first), 'a new connection');
    } finally {
      redis.disconnect();
    }
  });

  test('is told of in the log of a queue, with its reason', async () => {
    const env = {
      ...image.env,
      SECRET_KEY: 'a made-up key that is long enough to be one',
      SMTP_URL: 'smtp://localhost',
    };
    const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const options = { env: { ...env, ...ports, REDIS_URL: url }, timeout: 30_000 };
    const mailer = spawn(process.execPath, [MAILER], options);
    try {
      for await (const line of createInterface({ input: mailer.stdout })) {
        const { msg, queue, err } = JSON.parse(line);
        if (msg !== 'queue failed') continue;
        expect([queue, err.code]).toEqual(['{mail}', 'READONLY']);
        return;
      }
      throw new Error('it is not');
    } finally {
      await endProcess(mailer);
    }
  });

  proves(['O.end_sessions'], 'keeps `npm run account` from doing anything', async () => {
    const { account, token } = await newPerson();
    const ran = await runScript('account', ['end-sessions', account.id], site, { REDIS_URL: url });
    expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([
      1,
      '',
      'Redis takes no writes. Nothing was done.\n',
    ]);
    expect(await meStatus(token)).toBe(200);
  });
});
