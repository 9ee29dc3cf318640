import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { environment } from '../support/config.ts';
import { proves } from '../support/proves.ts';

const folder = mkdtempSync(join(tmpdir(), 'mongod-download-'));
const finder = new URL('../../engines/mongo/find-mongod.ts', import.meta.url).href;
const program = '#!/bin/sh\necho mongod of the download\n';

const trusted = makeCertificate(folder, 'trusted');
const foreign = makeCertificate(folder, 'foreign');
let site: Server;
let archive: Buffer;
let afterFirst: Certificate;
let downloads: number;

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'mongod'), program, { mode: 0o755 });
  execFileSync('tar', ['-czf', join(folder, 'archive.tgz'), '-C', folder, 'bin/mongod']);
  // The programs that a download needs, and no `mongod`.
  mkdirSync(join(folder, 'path'));
  for (const name of ['flock', 'setpriv', 'sh', 'sync'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, 'path', name));
  site = createServer(trusted, ({ method, url = '' }, response) => {
    site.setSecureContext(afterFirst);
    if (method === 'GET' && url.endsWith('.tgz')) downloads += 1;
    const body = url.endsWith('.md5') ? hash('md5', archive) : archive;
    response.setHeader('content-length', body.length).end(method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => site.listen(0, resolve));
});

beforeEach(() => {
  site.setSecureContext(trusted);
  afterFirst = trusted;
  archive = readFileSync(join(folder, 'archive.tgz'));
  downloads = 0;
});

afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

/** What a process without a `mongod` finds: the last line that it prints, after what it was told on the way. */
const find = async (cacheDir: string, cpuinfo = 'flags : avx'): Promise<string> => {
  const cpuinfoFile = `${cacheDir}-cpuinfo`;
  writeFileSync(cpuinfoFile, cpuinfo);
  const source = `
    const { findMongod } = await import('${finder}');
    const told = [];
    const progress = (line) => told.push(line);
    const found = await findMongod({ cacheDir: '${cacheDir}', progress }, '${cpuinfoFile}');
    console.log(found ?? told.join());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
    env: {
      ...environment,
      PATH: join(folder, 'path'),
      NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'),
      MONGOMS_DOWNLOAD_MIRROR: `https://localhost:${(site.address() as AddressInfo).port}`,
    },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
};

/** Nothing was found, and a download was begun. */
const NOTHING = 'Fetching MongoDB (once, some 100 MB)…';

const notLocks = (cacheDir: string) => readdirSync(cacheDir).filter((name) => !name.endsWith('.lock'));

test("MongoDB's download is kept, and made once when two want it", async () => {
  const cacheDir = join(folder, 'kept');
  const [found = '', other] = await Promise.all([find(cacheDir), find(cacheDir)]);
  expect(other).toBe(found);
  expect(execFileSync(found, { encoding: 'utf8' })).toBe('mongod of the download\n');
  expect(await find(cacheDir)).toBe(found);
  expect(downloads).toBe(1);
});

test('a download from a server with a foreign certificate is refused, and leaves nothing', async () => {
  const cacheDir = join(folder, 'foreign');
  afterFirst = foreign;
  expect(await find(cacheDir)).toBe(NOTHING);
  expect([downloads, notLocks(cacheDir)]).toEqual([0, []]);
});

test('a broken archive is not kept: the next start downloads another', async () => {
  const cacheDir = join(folder, 'broken');
  const whole = archive;
  archive = whole.subarray(0, -50);
  expect(await find(cacheDir)).toBe(NOTHING);
  expect(notLocks(cacheDir)).toEqual([]);
  archive = whole;
  expect(await find(cacheDir)).toMatch(/\/mongod$/);
});

proves(['C9.kernels'], 'nothing is downloaded for a processor without AVX, which is said', async () => {
  const cacheDir = join(folder, 'without-avx');
  const told = 'This processor has no AVX, which MongoDB needs: DocumentDB runs in its place.';
  expect(await find(cacheDir, 'flags : fpu sse4_2 avx_vnni\nbugs : avx')).toBe(told);
  expect(downloads).toBe(0);
  // Not x86: the flags are called otherwise there.
  expect(await find(cacheDir, 'Features : fp asimd')).toMatch(/\/mongod$/);
});
