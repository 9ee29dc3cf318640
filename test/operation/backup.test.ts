import {
  appendFile,
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
import type { Document } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { addSeconds, DAY_SECONDS } from 'shared/service/time.ts';
import { writeDocuments } from '../../scripts/backup/document-file.ts';
import { readLedger } from '../../scripts/backup/ledger.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { callAs, profilesOf } from '../person/diary-person.ts';
import { open, signIn } from '../person/steps.ts';
import { call, meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { DAY, endThings, MEAL, newPeople, type People } from './backup-people.ts';

const SECRET_KEY = 'a key that both sets have for what is sealed with it';

let folder: string;
let set: ServiceSet;
let people: People;
let ana: People['ana'];
let bo: People['bo'];
let ended: People['ended'];
let kept: People['kept'];

const paths = () => ({ backup: join(folder, 'backup'), ledger: join(folder, 'ledger') });
const backUp = (...args: string[]) => runScript('backup', args, set);
const restore = (...args: string[]) => runScript('restore', args, set);

/** A set after its database is lost: another one, empty, with the same key and address. */
const startAfterTheLoss = async (lost: ServiceSet): Promise<ServiceSet> => {
  await lost.stop();
  return startSet({ env: { SECRET_KEY } });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diary-backup-'));
  set = await startSet({ env: { SECRET_KEY } });
  people = await newPeople(set);
  ({ ana, bo, ended, kept } = people);
});

afterAll(async () => {
  await set?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** How many documents belong to an account or a profile. */
const documentsOf = (id: string): Promise<number> =>
  onDatabase(async (db) => {
    const counts = (await db.collections()).map((collection) =>
      collection.countDocuments({ $or: [{ _id: id as never }, { account_id: id }, { profile_id: id }] }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, set);

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

const pathOf = (url: string) => new URL(url).pathname;

describe('a backup', () => {
  proves(['O.backup'], 'can be made of a running set, readable only by its owner', async () => {
    const { exitCode, stdout, stderr } = await backUp(paths().backup);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toMatch(/^meals: 5$/m);
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

describe('a restore', () => {
  beforeAll(async () => {
    await backUp('--ledger', join(folder, 'early-ledger'));
    await endThings(people);
    const { stdout } = await backUp('--ledger', paths().ledger);
    // A token, a share link, three profiles and an account.
    expect(stdout).toMatch(/^6 ended/);
  });

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
    expect(await meStatus(ana.token, set)).toBe(200);
  });

  proves(['O.backup_refuses'], 'empties no database that holds what is not ours', async () => {
    await onDatabase((db) => db.collection('orders').insertOne({}), set);
    const { exitCode, stderr } = await restore(paths().backup, '--ledger', paths().ledger, '--replace');
    await onDatabase((db) => db.dropCollection('orders'), set);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/holds orders.*Does MONGODB_URL/)]);
    expect(await meStatus(ana.token, set)).toBe(200);
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

  describe('into an empty database', () => {
    beforeAll(async () => {
      set = await startAfterTheLoss(set);
      const { exitCode, stderr } = await restore(paths().backup, '--ledger', paths().ledger);
      expect([stderr, exitCode]).toEqual(['', 0]);
    });

    proves(['O.backup'], 'brings back what was there', async () => {
      const restored = { ...ana, set };
      expect(await callAs(restored, 'GET', `/days/${DAY}`)).toEqual(kept.day);
      const { account, profiles } = await callAs(restored, 'GET', '/me');
      expect({ account, profiles }).toEqual(kept.account);
      const { share_links } = await callAs(restored, 'GET', '/share-links');
      expect(share_links).toEqual([expect.objectContaining({ id: kept.link.id })]);
      expect(pathOf(share_links[0].url)).toBe(pathOf(kept.link.url));
      expect((await open(pathOf(kept.link.url), { set })).status).toBe(200);
      const { html } = await open('/report', await signIn(ana.email, set));
      expect(html).toContain('Kept assistant');
    });

    const expectEnded = async (): Promise<void> => {
      expect(await meStatus(ended.token, set)).toBe(401);
      expect(await meStatus(bo.token, set)).toBe(401);
      expect((await open(pathOf(ended.link.url), { set })).status).toBe(404);
      expect((await open('/account', { cookie: ended.cookie, set })).status).toBe(303);
      const day = await call('GET', `/days/${DAY}`, {
        set,
        token: ana.token,
        query: { profile_id: ended.profileId },
      });
      expect(day.status).toBe(404);
      expect([await documentsOf(bo.account.id), await documentsOf(ended.profileId)]).toEqual([0, 0]);
    };

    proves(['O.restore_replays'], 'leaves out what ended after the backup', expectEnded);

    proves(['O.restore_replays'], 'gives whose default diary has ended another one', async () => {
      for (const person of [people.cleo, people.dora]) {
        const restored = { ...person, set };
        const profiles = await profilesOf(restored);
        expect(profiles).toMatchObject([{ is_default: true }]);
        const { profile_id } = await callAs(restored, 'POST', '/meals', MEAL);
        expect(profile_id).toBe(profiles[0]?.id);
        expect((await open('/report', await signIn(person.email, set))).status).toBe(200);
        // Not under the id that has ended: the next restore would leave it out.
        expect(profile_id).not.toBe(person.account.id.replace('acc_', 'prof_'));
      }
    });

    proves(['O.restore_replays'], 'lists no assistant whose tokens were left out', async () => {
      const { tokens } = await callAs({ ...ana, set }, 'GET', '/tokens');
      expect(tokens).toEqual([expect.objectContaining({ client_name: 'Kept assistant', access: 'email' })]);
    });

    proves(['O.restore_replays'], 'keeps the tombstones for the next one', async () => {
      const next = join(folder, 'next-ledger');
      expect((await backUp('--ledger', next)).stdout).toMatch(/^6 ended/);
    });

    proves(['O.restore_replays'], 'leaves out what had ended in the database that it replaces', async () => {
      expect((await restore(paths().backup, '--without-ledger', '--replace')).exitCode).toBe(0);
      await expectEnded();
    });

    /** A new database does not know what has ended. */
    const forgetEndings = () => onDatabase((db) => db.collection('tombstones').deleteMany({}), set);

    proves(['O.restore_replays'], 'can rely on a ledger that was written again from here', async () => {
      await forgetEndings();
      const again = join(folder, 'again');
      const longAgo = { _id: 'forgotten', at: addSeconds(new Date(), -401 * DAY_SECONDS) };
      const { takenAt, tombstones } = await readLedger(paths().ledger);
      await writeDocuments(again, Readable.from([{ taken_at: takenAt }, ...tombstones, longAgo]));
      const { stdout } = await backUp('--ledger', again);
      expect(stdout).toMatch(/^6 ended .* does not know 6 of them/);
      const written = await readLedger(again);
      expect(written.tombstones).toEqual(tombstones);
      expect(written.takenAt.getTime()).toBeGreaterThan(takenAt.getTime());
    });

    test('is not had from a damaged ledger, which stays as it is', async () => {
      const damaged = join(folder, 'damaged-ledger');
      for (const size of [0, 60, (await stat(paths().ledger)).size - 1]) {
        await cp(paths().ledger, damaged);
        await truncate(damaged, size);
        const { exitCode, stderr } = await backUp('--ledger', damaged);
        expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is not a ledger.*move it away/)]);
        expect((await stat(damaged)).size).toBe(size);
      }
    });

    proves(['O.restore_replays'], 'leaves out without a ledger what ended before the backup', async () => {
      await forgetEndings();
      expect((await restore(join(folder, 'later'), '--without-ledger', '--replace')).exitCode).toBe(0);
      expect((await backUp('--ledger', join(folder, 'last-ledger'))).stdout).toMatch(/^6 ended/);
    });

    test('without a ledger, on request, brings everything back', async () => {
      await forgetEndings();
      const { exitCode, stderr } = await restore(paths().backup, '--without-ledger', '--replace');
      expect([stderr, exitCode]).toEqual(['', 0]);
      expect(await documentsOf(bo.account.id)).toBeGreaterThan(0);
      expect((await open(pathOf(ended.link.url), { set })).status).toBe(200);
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

    proves(
      ['O.restore_replays'],
      'removes what has ended from a database restored by other means',
      async () => {
        const grant = {
          account_id: ana.account.id,
          client_name: 'OAuth client',
          grant: {},
          token_hash: 'none',
        };
        await onDatabase((db) => db.collection('connections').insertOne(grant), set);
        // As in a snapshot that is not of one moment, where a person chose another default diary meanwhile.
        const asDefault = newDefaultProfile({ id: ana.account.id, language: 'en', time_zone: 'UTC' });
        // The profile that had ended has a random place of 1 to 19, and is back.
        const second = { ...asDefault, _id: 'prof_z', place: 20 };
        await onDatabase((db) => recordCollections(db).profiles.insertOne(second), set);
        const { exitCode, stdout, stderr } = await restore('--after-snapshot', '--ledger', paths().ledger);
        expect([stderr, exitCode]).toEqual(['', 0]);
        // The six that ended, and the OAuth client, whose tokens are in no snapshot.
        expect(stdout).toMatch(/^The ledger was taken at 2\S+Z\.\nTaken out: 7,/);
        expect(await meStatus(ana.token, set)).toBe(200);
        const profiles = await profilesOf({ ...ana, set });
        expect(profiles.map(({ is_default }) => is_default)).toEqual([true, false]);
        await expectEnded();
      },
    );

    proves(['O.backup_refuses'], 'removes nothing by a ledger that is older than the database', async () => {
      const early = join(folder, 'early-ledger');
      const { exitCode, stdout, stderr } = await restore('--after-snapshot', '--ledger', early);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/^The ledger is older than the database/),
      ]);
      expect(stdout).toMatch(/^The ledger was taken at 2\S+Z\.\n$/);
      expect((await backUp('--ledger', early)).exitCode).toBe(0);
      expect((await restore('--after-snapshot', '--ledger', early)).exitCode).toBe(0);
    });
  });

  proves(['O.restore_replays'], 'needs no personal data in the ledger', async () => {
    const ledger = gunzipSync(await readFile(paths().ledger)).toString();
    const known = [bo.email, bo.account.id, ended.link.id, ended.profileId, ended.token];
    expect(known.filter((word) => ledger.includes(word))).toEqual([]);
  });
});
