import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import { writeDocuments } from '../../scripts/backup/document-file.ts';
import { readLedger } from '../../scripts/backup/ledger.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { endThings, newPeople, type People } from './backup-people.ts';

let folder: string;
let set: ServiceSet;
let people: People;

const paths = () => ({ backup: join(folder, 'backup'), ledger: join(folder, 'ledger') });
const backUp = (...args: string[]) => runScript('backup', args, set);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diary-backup-'));
  set = await startSet();
  people = await newPeople(set);
});

afterAll(async () => {
  await set?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  proves(['O.backup'], 'can be made of a running set, readable only by its owner', async () => {
    const { exitCode, stdout, stderr } = await backUp(paths().backup);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toMatch(/^meals: 6$/m);
    expect(stdout).not.toMatch(/sessions|oauth_artifacts|connection_requests|sign_in_links/);
    for (const name of ['', ...(await readdir(paths().backup))])
      expect((await stat(join(paths().backup, name))).mode & 0o077).toBe(0);
    const again = await backUp(paths().backup);
    expect([again.exitCode, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/already exists/);
  });

  proves(
    ['O.backup_refuses'],
    'of a database that is not ours is refused, and nothing is written',
    async () => {
      const url = await databaseOfRunningSet(set.dataDir);
      const other = url.replace('/diary?', '/dairy?');
      const nowhere = join(folder, 'nowhere');
      for (const args of [[nowhere], ['--ledger', nowhere]]) {
        const { exitCode, stdout, stderr } = await runScript('backup', args, set, { MONGODB_URL: other });
        const reason = 'The database dairy holds no accounts. Does MONGODB_URL name the right one?\n';
        expect([exitCode, stdout, stderr]).toEqual([1, '', reason]);
      }
      expect((await readdir(folder)).filter((name) => name.startsWith('nowhere'))).toEqual([]);
      const unnamed = { MONGODB_URL: url.replace('/diary?', '/?') };
      expect((await runScript('backup', [join(folder, 'unnamed/')], set, unnamed)).exitCode).toBe(0);
    },
  );

  test('names the setting with which no database can be used', async () => {
    const url = await databaseOfRunningSet(set.dataDir);
    const noLogin = url.replace('//', '//ana:secret@');
    const noFile = `${url}&tls=true&tlsCAFile=${folder}/nothing`;
    for (const MONGODB_URL of ['mongodb://127.0.0.1:1', noLogin, noFile, 'mongodb+srv://nothing.invalid']) {
      const { exitCode, stderr } = await runScript('backup', [join(folder, 'x')], set, { MONGODB_URL });
      expect([MONGODB_URL, exitCode, stderr]).toEqual([
        MONGODB_URL,
        1,
        expect.stringMatching(/^MONGODB_URL: .+\n$/),
      ]);
      expect(stderr).not.toContain('secret');
    }
  });

  test('reports a mistake without a stack trace', async () => {
    for (const args of [[], ['--nothing'], ['a', '--ledger', 'b'], ['a', 'b']]) {
      const { exitCode, stderr } = await backUp(...args);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^Usage: /m)]);
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
    const { exitCode, stderr } = await backUp('--ledger', paths().backup);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is a folder: name a file\.$/m)]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('that cannot be written leaves nothing, and says what could not be', async () => {
    // No file can have this name.
    await onDatabase((db) => db.createCollection('un/writable'), set);
    const { exitCode, stderr } = await backUp(join(folder, 'no-room'));
    await onDatabase((db) => db.dropCollection('un/writable'), set);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/no-room cannot be written: ENOENT/)]);
    expect((await readdir(folder)).filter((name) => name.startsWith('no-room'))).toEqual([]);
  });

  test('of the ledger goes where a link leads, and leaves alone what another run writes', async () => {
    const [elsewhere, link] = [join(folder, 'elsewhere'), join(folder, 'link')];
    await mkdir(elsewhere);
    await symlink(join(elsewhere, 'ledger'), link);
    const nowhere = await backUp('--ledger', link);
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, expect.stringMatching(/^ENOENT.*link/)]);
    expect((await backUp('--ledger', join(elsewhere, 'ledger'))).exitCode).toBe(0);
    const before = await stat(link);
    for (const file of [link, join(elsewhere, 'ledger')]) await writeFile(`${file}.new`, 'of another run');
    const [one, other] = await Promise.all([backUp('--ledger', link), backUp('--ledger', link)]);
    expect([one.stderr, other.stderr]).toEqual(['', '']);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await stat(link)).mtimeMs).toBeGreaterThan(before.mtimeMs);
    expect(await readFile(join(elsewhere, 'ledger.new'), 'utf8')).toBe('of another run');
    expect((await readdir(elsewhere)).sort()).toEqual(['ledger', 'ledger.new']);
  });
});

describe('a ledger', () => {
  beforeAll(async () => {
    await endThings(people);
    const { stdout } = await backUp('--ledger', paths().ledger);
    // A token, a share link, what was kept of it, two records, three profiles and an account.
    expect(stdout).toMatch(/^9 ended/);
  });

  proves(['O.restore_replays'], 'holds no personal data', async () => {
    const ledger = gunzipSync(await readFile(paths().ledger)).toString();
    const { bo, ended } = people;
    const known = [bo.email, bo.account.id, ended.link.id, ended.profileId, ended.token];
    expect(known.filter((word) => ledger.includes(word))).toEqual([]);
  });

  test('that is damaged is not written over', async () => {
    const damaged = join(folder, 'damaged-ledger');
    for (const size of [0, 60, (await stat(paths().ledger)).size - 1]) {
      await cp(paths().ledger, damaged);
      await truncate(damaged, size);
      const { exitCode, stderr } = await backUp('--ledger', damaged);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is not a ledger.*move it away/)]);
      expect((await stat(damaged)).size).toBe(size);
    }
  });

  proves(
    ['O.restore_replays'],
    'keeps what it lists where the database is new, for as long as a tombstone is kept',
    async () => {
      await onDatabase((db) => db.collection('tombstones').deleteMany({}), set);
      const again = join(folder, 'again');
      const longAgo = { _id: 'forgotten', at: addSeconds(new Date(), -401 * DAY_SECONDS) };
      const { takenAt, tombstones } = await readLedger(paths().ledger);
      await writeDocuments(again, Readable.from([{ taken_at: takenAt }, ...tombstones, longAgo]));
      const { stdout } = await backUp('--ledger', again);
      expect(stdout).toMatch(/^9 ended .* does not know 9 of them/);
      const written = await readLedger(again);
      expect(written.tombstones).toEqual(tombstones);
      expect(written.takenAt.getTime()).toBeGreaterThan(takenAt.getTime());
    },
  );
});
