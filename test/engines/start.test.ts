import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { lockDataDir } from 'engines/data-dir-lock.ts';
import { freePort } from 'engines/ports.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { serviceParts } from '../../scripts/service-parts.ts';
import { environment } from '../support/config.ts';
import { eventually } from '../support/eventually.ts';
import { startSet } from '../support/set.ts';

const program = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'start-'));
let sets = 0;

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm start` with its own ports and folder, and returns how it ended. */
const start = async (variables: Record<string, string>) => {
  sets += 1;
  const dataDir = join(folder, `${sets}`);
  const own = {
    SITE_URL: `http://localhost:${await freePort()}`,
    MAILBOX_PORT: `${await freePort()}`,
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [program], {
    env: { ...environment, ...own, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], printed, complaint] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, printed, complaint, dataDir };
};

const listenOn = async (host?: string) => {
  const server = createServer().listen({ host, port: await freePort() });
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

/** One line that names the variable, a non-zero exit code, and nothing started. */
const expectRefusal = (ended: Awaited<ReturnType<typeof start>>, line: RegExp) => {
  expect(ended.complaint).toMatch(line);
  expect(ended.complaint.trim().split('\n')).toHaveLength(1);
  expect(ended.printed).toBe('');
  expect(ended.code).toBe(1);
  if (existsSync(ended.dataDir))
    expect(readdirSync(ended.dataDir).filter((name) => !name.endsWith('.lock'))).toEqual([]);
};

test('the secret key is the same at every start, even if an earlier start left the file empty', () => {
  const dataDir = mkdtempSync(join(folder, 'key-'));
  const file = join(dataDir, 'secret-key');
  writeFileSync(file, '');
  const key = loadOrCreateSecretKey(dataDir);
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateSecretKey(dataDir)).toBe(key);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  writeFileSync(file, key.slice(0, 10));
  expect(() => loadOrCreateSecretKey(dataDir)).toThrow(`${file} is damaged`);
});

test('a set runs its services from bundles, and runs on when its output is no longer read', async () => {
  // What a person has set for other databases is not for the set's own.
  const foreign = { PGPORT: '6000', PGSSLMODE: 'require', PGOPTIONS: '-c foreign=1', PGDATESTYLE: 'foreign' };
  const set = await startSet({ env: foreign });
  try {
    for (const [name, { pid }] of Object.entries(await set.parts()))
      if (existsSync(new URL(`../../services/${name}`, import.meta.url)))
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(`/${name}.mjs`);
    for (const stream of [set.process.stdout, set.process.stderr]) stream?.destroy();
    const killed = await set.kill('mailbox', 'SIGKILL');
    await eventually(async () => ((await set.parts()).mailbox?.pid ?? killed) !== killed, 'its restart');
    await eventually(async () => (await fetch(`${set.url}/health`)).ok, 'every service to be up');
  } finally {
    await set.stop();
  }
});

test('the gateway is asked whether it is ready where HOST lets it listen', async () => {
  for (const [host, address] of [
    [undefined, '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2'],
    ['localhost', 'localhost'],
    ['::', '::1'],
    ['::1', '::1'],
  ]) {
    const site = createSite((_, response) => response.end()).listen({
      host: address,
      port: await freePort(),
    });
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const { gateway } = await serviceParts({ program: String, port, host, env: {} });
    await gateway.ready().finally(() => site.close());
  }
});

test('a set says which servers it was given: their variables may have been set for another program', async () => {
  const servers = {
    MONGODB_URL: 'mongodb://127.0.0.1:1/other',
    REDIS_URL: 'redis://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  const { printed, complaint } = await start({ ...servers, LOG_LEVEL: 'loud' });
  for (const variable of Object.keys(servers))
    expect(printed).toContain(`\n${variable} is set: that server is used.\n`);
  expect(complaint).toContain('LOG_LEVEL is wrong');
});

describe('npm start refuses with one line', () => {
  test('a Node that does not know TypeScript', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const old = spawn('npm', ['--silent', 'start'], {
      cwd: root,
      env: { ...environment, NODE_OPTIONS: '--no-strip-types' },
    });
    const [[code], complaint] = await Promise.all([once(old, 'exit'), text(old.stderr)]);
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^Node .* cannot run this\..*`npm ci .*\n$/),
    ]);
  });

  test('a taken port of the site, set by SITE_URL or PORT', async () => {
    const { server, port } = await listenOn('127.0.0.1');
    expectRefusal(
      await start({ SITE_URL: `http://localhost:${port}` }),
      /^Port \d+ is taken .* set SITE_URL to/,
    );
    expectRefusal(await start({ PORT: `${port}` }), /^Port \d+ is taken .* set PORT to/);
    // Behind a proxy, whose address all links have.
    expectRefusal(
      await start({ SITE_URL: `https://diary.example.org:${port}` }),
      /^Port \d+ is taken .* set PORT to/,
    );
    server.close();
  });

  test('an address that is not of this machine', async () => {
    expectRefusal(await start({ HOST: '192.0.2.1' }), /^Cannot listen on 192\.0\.2\.1 .* set HOST to/);
  });

  test('a taken port of the mailbox', async () => {
    const { server, port } = await listenOn('127.0.0.1');
    expectRefusal(await start({ MAILBOX_PORT: `${port}` }), /^Port \d+ is taken .* set MAILBOX_PORT to/);
    server.close();
  });

  test('a data folder that another set uses', async () => {
    await lockDataDir(folder);
    expectRefusal(await start({ DATA_DIR: folder }), /^Another set runs on .*, as process \d+: .*DATA_DIR/);
  });

  test('a data folder whose lock it could not wait for', async () => {
    writeFileSync(join(folder, 'flock'), '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
    const ended = await start({ PATH: `${folder}:${environment.PATH}` });
    expectRefusal(ended, /^The lock of .* flock was ended by SIGKILL\.$/m);
  });

  test('the embedded engines in production', async () => {
    expectRefusal(
      await start({ NODE_ENV: 'production', MONGODB_URL: 'mongodb://localhost/diary' }),
      /NODE_ENV=production .* set REDIS_URL, SMTP_URL, SECRET_KEY\.$/m,
    );
  });

  test('the same port for the site and the mailbox', async () => {
    const port = `${await freePort()}`;
    expectRefusal(await start({ PORT: port, MAILBOX_PORT: port }), /^Configuration: MAILBOX_PORT is wrong: /);
  });

  test('a data folder that cannot be created', async () => {
    expectRefusal(await start({ DATA_DIR: join(program, 'data') }), /^DATA_DIR cannot be used: ENOTDIR/);
  });

  test('a data folder on a full disk', async () => {
    const dataDir = mkdtempSync(join(folder, 'full-'));
    symlinkSync('/dev/full', join(dataDir, 'set.lock'));
    expectRefusal(
      await start({ DATA_DIR: dataDir }),
      /^ENOSPC: .*: make room for DATA_DIR, which is \/.*\.$/m,
    );
  });

  test.each([
    ['SITE_URL', 'localhost:8080'],
    ['SITE_URL', 'http://localhost/diary'],
    ['PORT', '70000'],
    ['MONGODB_URL', 'localhost:27017'],
    ['MONGODB_URL', 'mongodb://'],
    ['MONGODB_URL', 'mongodb://u:S3cret@x@localhost/diary'],
    ['MONGODB_URL', 'mongodb://localhost/diary?S3cret=1'],
    ['MONGODB_URL', 'mongodb://u:S3cret@localhost/a.b'],
    ['MONGODB_URL', `mongodb://u:S3cret@localhost/${'a'.repeat(64)}?replicaSet=rs0`],
    ['REDIS_URL', 'localhost'],
    ['REDIS_URL', 'redis://localhost:notaport'],
    ['REDIS_URL', 'redis://u:S3cret#x@localhost'],
    ['REDIS_URL', 'redis://localhost,redis://u:1/S3cret@localhost'],
    ['REDIS_URL', 'redis://u:S3cret@localhost/diary'],
    ['REDIS_URL', 'redis://u:S3cret@localhost?commandTimeout=9'],
    ['REDIS_URL', 'redis://u:S3cret@localhost/1,redis://localhost/1'],
    ['SMTP_URL', 'http://localhost'],
    ['SMTP_URL', 'smtp://u:S3cret#x@localhost'],
    ['SMTP_URL', 'smtp://u:S3cret@localhost?requiretls=true'],
    ['MAILBOX_PORT', 'http'],
    ['SECRET_KEY', `${'a'.repeat(32)},short`],
  ])('a wrong %s', async (variable, value) => {
    const ended = await start({ [variable]: value });
    expectRefusal(ended, new RegExp(`^Configuration: ${variable} is wrong: `));
    expect(ended.complaint).not.toContain('S3cret');
  });
});
