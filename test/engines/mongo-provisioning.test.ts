import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unpackDebianPackages } from 'engines/debian-packages.ts';
import type { Engine, Part } from 'engines/engine.ts';
import { asPostgresUser } from 'engines/mongo/postgres-user.ts';
import { prepareDocumentDb } from 'engines/mongo/prepare-documentdb.ts';
import { prepareMongo } from 'engines/mongo/prepare-mongo.ts';
import { freePort } from 'engines/ports.ts';
import { type Collection, MongoClient } from 'mongodb';
import { postgresPidsOf } from '../../engines/wire-gateway/test/document-db.ts';
import { config } from '../../scripts/config.ts';
import { eventually } from '../support/eventually.ts';
import { endProcess, startPart } from '../support/start-part.ts';

// As private as root's home: its mode is 0700, so the server's user cannot enter it by itself.
const folder = mkdtempSync(join(tmpdir(), 'mongo-'));
const longAndOddName = "Anna's, the second ".padEnd(110, '-');
const processes: ChildProcess[] = [];

afterAll(async () => {
  for (const child of processes.toReversed()) await endProcess(child);
  rmSync(folder, { recursive: true });
});

const prepare = async (name: string, prepareEngine = prepareDocumentDb): Promise<Engine> => {
  const cacheDir = config.DIARY_CACHE_DIR;
  return prepareEngine({ dataDir: join(folder, name), cacheDir, port: await freePort(), progress: () => {} });
};

const start = async (part: Part | undefined): Promise<ChildProcess> => {
  const child = await startPart(part as Part);
  processes.push(child);
  return child;
};

const withEntries = async <T>({ url }: Engine, use: (entries: Collection) => Promise<T>) => {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 1_000 });
  return use(client.db().collection('entries')).finally(() => client.close());
};

const serverProcesses = (name: string): number[] => postgresPidsOf(join(folder, name));

describe('DocumentDB', () => {
  // Downloaded the first time on a machine.
  beforeAll(() => prepare('first'));

  test('killed during writes, has every acknowledged one after a restart', async () => {
    const engine = await prepare('killed');
    const set = [await start(engine.parts[0]), await start(engine.parts[1])];
    const acknowledged: number[] = [];
    const writing = withEntries(engine, async (entries) => {
      for (let number = 0; ; number += 1) {
        await entries.insertOne({ number });
        acknowledged.push(number);
      }
    });
    await eventually(() => acknowledged.length > 300, 'the first 300 writes');
    for (const child of set) child.kill('SIGKILL');
    await expect(writing).rejects.toThrow();
    await eventually(() => serverProcesses('killed').length === 0, 'the end of the killed server');

    // Simulates that its process number now belongs to another process of the same user.
    const [command = '', ...args] = asPostgresUser('KILL', ['sleep', '600']);
    const other = spawn(command, args);
    processes.push(other);
    for (const lockFile of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const path = join(folder, 'killed', 'documentdb', lockFile);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, `${other.pid}`));
    }

    const again = await prepare('killed', prepareMongo);
    for (const part of again.parts) await start(part);
    const kept = await withEntries(again, (entries) => entries.distinct('number'));
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
  });

  test.each([
    ['an earlier start was interrupted', ''],
    ['a power cut left zeros', '\0'.repeat(90)],
  ])('starts where %s at its lock file', async (name, content) => {
    await prepare(name);
    writeFileSync(join(folder, name, 'documentdb', 'postmaster.pid'), content);
    const { parts } = await prepare(name);
    await start(parts[0]);
  });

  test('runs twice on one machine, each with its own data', async () => {
    const engines = await Promise.all([prepare('one'), prepare(longAndOddName)]);
    for (const { parts } of engines) for (const part of parts) await start(part);
    for (const engine of engines)
      await withEntries(engine, (entries) => entries.insertOne({ of: engine.url }));
    for (const engine of engines)
      expect(await withEntries(engine, (entries) => entries.distinct('of'))).toEqual([engine.url]);
  });

  test('does not print what people wrote', async () => {
    const { url, parts } = await prepare('discreet');
    const [postgres, gateway] = parts as [Part, Part];
    const server = spawn(postgres.command, postgres.args);
    processes.push(server);
    const output = Promise.all([text(server.stdout), text(server.stderr)]);
    await postgres.ready();
    await start(gateway);
    await withEntries({ url, parts }, async (entries) => {
      await entries.insertOne({ note: 'slept badly' });
      await entries.createIndex({ note: 1 }, { unique: true });
      await expect(entries.insertOne({ note: 'slept badly' })).rejects.toMatchObject({ code: 11000 });
      await expect(entries.updateOne({}, { $inc: { note: 1 } })).rejects.toThrow();
      await expect(entries.findOne({ $expr: { $toInt: '$note' } })).rejects.toThrow('slept badly');
    });
    await endProcess(server, 'SIGINT');
    expect((await output).join()).not.toContain('slept badly');
  });

  test('ends when the process that started it is killed', async () => {
    const { parts } = await prepare('orphaned');
    const { command, args, ready } = parts[0] as Part;
    const starter = spawn('sh', ['-c', '"$@" & wait', 'sh', command, ...args]);
    processes.push(starter);
    await ready();
    expect(serverProcesses('orphaned')).not.toEqual([]);
    starter.kill('SIGKILL');
    await eventually(() => serverProcesses('orphaned').length === 0, 'the end of the server');
  });
});

describe('packages of Debian', () => {
  const progress = () => {};

  test('are unpacked once when two processes want them at once', async () => {
    const lines: string[] = [];
    const into = join(folder, 'packages');
    const wanted = {
      name: 'LZF',
      packages: ['liblzf1'],
      exclude: ['libc6'],
      into,
      progress: (line: string) => lines.push(line),
    };
    await Promise.all([unpackDebianPackages(wanted), unpackDebianPackages(wanted)]);
    expect(readdirSync(join(into, 'usr', 'lib'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('Fetching LZF from Debian (once, '))).toHaveLength(1);
  });

  test('leave nothing behind when one of them does not exist', async () => {
    const into = join(folder, 'nothing');
    const packages = ['liblzf1', 'no-such-package'];
    const wanted = { name: 'Nothing', packages, exclude: ['libc6'], into, progress };
    await expect(unpackDebianPackages(wanted)).rejects.toThrow('no-such-package');
    expect(existsSync(into)).toBe(false);
  });
});
