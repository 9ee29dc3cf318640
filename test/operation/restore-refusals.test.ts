import { appendFile, cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Document } from 'mongodb';
import { writeDocuments } from '../../scripts/backup/document-file.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { callAs, newPerson, type Person } from '../person/diary-person.ts';
import { meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { DAY, MEAL } from './backup-people.ts';

let folder: string;
let set: ServiceSet;
let person: Person;

const paths = () => ({ backup: join(folder, 'backup'), ledger: join(folder, 'ledger') });
const backUp = (...args: string[]) => runScript('backup', args, set);
const restore = (...args: string[]) => runScript('restore', args, set);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diary-refusals-'));
  set = await startSet();
  person = await newPerson({ set });
  await callAs(person, 'POST', '/meals', MEAL);
  await backUp(paths().backup);
  await backUp('--ledger', paths().ledger);
});

afterAll(async () => {
  await set?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Collections in which a backup can hold two documents for one key. */
const ONE_EACH = ['activity', 'sleep', 'idempotency'];

/** The backup, but with these documents in its collections. */
const backupWith = async (collections: Record<string, Document[]>): Promise<string> => {
  const changed = await mkdtemp(join(folder, 'changed-'));
  await cp(paths().backup, changed, { recursive: true });
  const manifest = join(changed, 'manifest.json');
  const contents = JSON.parse(await readFile(manifest, 'utf8'));
  for (const [name, documents] of Object.entries(collections))
    contents.collections[name] = await writeDocuments(
      join(changed, `${name}.ndjson.gz`),
      Readable.from(documents),
    );
  await writeFile(manifest, JSON.stringify(contents));
  return changed;
};

describe('a restore', () => {
  proves(['O.backup_refuses'], 'refuses a bad backup or ledger, and to overwrite data', async () => {
    const { backup, ledger } = paths();
    const damaged = join(folder, 'damaged');
    await cp(backup, damaged, { recursive: true });
    await appendFile(join(damaged, 'meals.ndjson.gz'), 'x');
    const foreign = join(folder, 'foreign');
    await cp(backup, foreign, { recursive: true });
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    await writeFile(join(foreign, 'manifest.json'), JSON.stringify({ ...manifest, collections: {} }));
    const cutOff = join(folder, 'cut-off');
    await cp(backup, cutOff, { recursive: true });
    await truncate(join(cutOff, 'manifest.json'), 20);
    // As a disk that is broken or not ours to read: none of its files can be read.
    const unreadable = join(folder, 'unreadable');
    await mkdir(join(unreadable, 'manifest.json'), { recursive: true });
    const halfReadable = join(folder, 'half-readable');
    await cp(backup, halfReadable, { recursive: true });
    await rm(join(halfReadable, 'meals.ndjson.gz'));
    await mkdir(join(halfReadable, 'meals.ndjson.gz'));
    const refusals: [string[], RegExp][] = [
      [[backup, '--ledger', ledger], /not empty/],
      [[backup], /Usage/],
      [[backup, 'surplus', '--ledger', ledger], /Usage/],
      [[backup, '--ledger', ledger, '--without-ledger'], /Usage/],
      [[backup, '--ledger', join(backup, 'manifest.json'), '--replace'], /manifest.json is not a ledger/],
      [[damaged, '--ledger', ledger, '--replace'], /meals.ndjson.gz is not what was backed up/],
      [[foreign, '--ledger', ledger, '--replace'], /from another database: it holds no accounts/],
      [[folder, '--ledger', ledger, '--replace'], /no complete backup/],
      [[cutOff, '--ledger', ledger, '--replace'], /no complete backup/],
      [[join(folder, 'mistyped'), '--ledger', ledger, '--replace'], /mistyped\S+ cannot be read: ENOENT/],
      [[unreadable, '--ledger', ledger, '--replace'], /manifest.json cannot be read: EISDIR/],
      [[halfReadable, '--ledger', ledger, '--replace'], /meals.ndjson.gz cannot be read: EISDIR/],
    ];
    for (const [args, reason] of refusals) {
      const { exitCode, stderr } = await restore(...args);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(reason)]);
    }
    const other = (await databaseOfRunningSet(set.dataDir)).replace('/diary?', '/dairy?');
    const args = ['--after-snapshot', '--ledger', ledger];
    const { exitCode, stderr } = await runScript('restore', args, set, { MONGODB_URL: other });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/dairy holds no accounts/)]);
    expect(await meStatus(person.token, set)).toBe(200);
  });

  proves(['O.backup_refuses'], 'empties no database that holds what is not ours', async () => {
    await onDatabase((db) => db.collection('orders').insertOne({}), set);
    const { exitCode, stderr } = await restore(paths().backup, '--ledger', paths().ledger, '--replace');
    await onDatabase((db) => db.dropCollection('orders'), set);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/holds orders.*Does MONGODB_URL/)]);
    expect(await meStatus(person.token, set)).toBe(200);
  });

  test('refuses a ledger that is older than the backup', async () => {
    const later = join(folder, 'later');
    expect((await backUp(later)).exitCode).toBe(0);
    const { exitCode, stderr } = await restore(later, '--ledger', paths().ledger, '--replace');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/older than the backup .*--without-ledger/),
    ]);
  });

  test('of two records for one key brings back the one that was read later', async () => {
    const key = { account_id: 'acc_1', profile_id: 'prof_1', day: DAY };
    const records = [1, 2, 3].map((n) => ({ ...key, _id: `${n}` }));
    // More than are written at once, so that an earlier one is there already.
    const others = Array.from({ length: 100 }, (_, n) => ({
      ...key,
      _id: `other ${n}`,
      profile_id: `${n}`,
    }));
    const uses = [1, 2].map((n) => ({
      _id: `${n}`,
      account_id: 'acc_1',
      connection_id: 'con_1',
      key: 'one',
    }));
    const backup = await backupWith({
      activity: [...records.slice(0, 2), ...others, ...records.slice(2)],
      sleep: [...records, ...others],
      idempotency: uses,
    });
    for (const indexes of ['in place', 'to be made']) {
      if (indexes === 'to be made')
        await onDatabase((db) => Promise.all(ONE_EACH.map((name) => db.dropCollection(name))), set);
      const { exitCode, stdout, stderr } = await restore(backup, '--without-ledger', '--replace');
      expect([stderr, exitCode]).toEqual(['', 0]);
      expect(stdout).toMatch(/^activity: 101$.*^idempotency: 1$.*^sleep: 101$/ms);
      const found = await onDatabase(
        (db) =>
          Promise.all(
            ONE_EACH.map((name) =>
              db
                .collection(name)
                .distinct('_id', { account_id: 'acc_1', profile_id: { $in: [null, 'prof_1'] } }),
            ),
          ),
        set,
      );
      expect(found).toEqual([['3'], ['3'], ['2']]);
    }
  });

  test('that fails says so, and nothing of anybody', async () => {
    const twice = [1, 2].map((_id) => ({ _id: `acc_${_id}`, email_key: 'ana@example.org' }));
    const backup = await backupWith({ accounts: twice });
    const { exitCode, stderr } = await restore(backup, '--without-ledger', '--replace');
    expect([exitCode, stderr]).toEqual([
      1,
      'The database is incomplete now (accounts holds twice what can be there once). If a service was running, stop all of them; then restore again with --replace.\n',
    ]);
    const again = await restore(paths().backup, '--without-ledger', '--replace');
    expect([again.stderr, again.exitCode]).toEqual(['', 0]);
  });
});
