import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordCollections } from 'shared/records/documents.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { keptLinksOf } from '../../services/reports/src/share-links/kept-link.ts';
import { importIn, previewOf } from '../imports/steps.ts';
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
/** The page of an import that waits for ana. */
let undecided: string;

const paths = () => ({
  backup: join(folder, 'backup'),
  early: join(folder, 'early-ledger'),
  ledger: join(folder, 'ledger'),
  later: join(folder, 'later'),
});
const backUp = (...args: string[]) => runScript('backup', args, set);
const restore = (...args: string[]) => runScript('restore', args, set);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diary-restore-'));
  set = await startSet({ env: { SECRET_KEY } });
  people = await newPeople(set);
  ({ ana, bo, ended, kept } = people);
  const file = 'Day,Group,Food Name,Amount,Energy,Protein,Carbs,Fat\n2025-03-01,Lunch,Soup,1 cup,90,1,2,3\n';
  undecided = (await previewOf(ana, 'servings.csv', file)).path;
  await backUp(paths().backup);
  await backUp('--ledger', paths().early);
  await endThings(people);
  await backUp('--ledger', paths().ledger);
  await backUp(paths().later);
  // After its database is lost: another set, empty, with the same key.
  await set.stop();
  set = await startSet({ env: { SECRET_KEY } });
});

afterAll(async () => {
  await set?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** How many documents belong to an account or a profile. */
const documentsOf = (id: string): Promise<number> =>
  onDatabase(async (db) => {
    const counts = (await db.collections()).map((collection) =>
      collection.countDocuments({
        $or: [{ _id: id as never }, { account_id: id }, { profile_id: id }, { record_id: id }],
      }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, set);

const pathOf = (url: string) => new URL(url).pathname;

/** A new database does not know what has ended. */
const forgetEndings = () => onDatabase((db) => db.collection('tombstones').deleteMany({}), set);

describe('a restore', () => {
  beforeAll(async () => {
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
    const signedIn = await signIn(ana.email, set);
    const { html } = await open('/report', signedIn);
    expect(html).toContain('Kept assistant');
    // What was read of a file was read at another moment than what became of it.
    expect(await importIn(signedIn, undecided, 'preview', 'failed')).toMatchObject({ state: 'failed' });
    expect(await onDatabase((db) => db.collection('import_rows').countDocuments({}), set)).toBe(0);
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
    for (const id of [bo.account.id, ended.profileId, ...ended.records])
      expect([id, await documentsOf(id)]).toEqual([id, 0]);
    const keeping = await onDatabase((db) => keptLinksOf(db).find().toArray(), set);
    expect(keeping.map(({ link_id }) => link_id)).toEqual([kept.link.id]);
  };

  proves(['O.restore_replays', 'H27'], 'leaves out what ended after the backup', expectEnded);

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
    expect((await backUp('--ledger', next)).stdout).toMatch(/^9 ended/);
  });

  proves(['O.restore_replays'], 'leaves out what had ended in the database that it replaces', async () => {
    expect((await restore(paths().backup, '--without-ledger', '--replace')).exitCode).toBe(0);
    await expectEnded();
  });

  proves(['O.restore_replays'], 'leaves out without a ledger what ended before the backup', async () => {
    await forgetEndings();
    expect((await restore(paths().later, '--without-ledger', '--replace')).exitCode).toBe(0);
    expect((await backUp('--ledger', join(folder, 'last-ledger'))).stdout).toMatch(/^9 ended/);
  });

  test('without a ledger, on request, brings everything back', async () => {
    await forgetEndings();
    const { exitCode, stderr } = await restore(paths().backup, '--without-ledger', '--replace');
    expect([stderr, exitCode]).toEqual(['', 0]);
    for (const id of [bo.account.id, ...ended.records]) expect(await documentsOf(id)).toBeGreaterThan(0);
    expect((await open(pathOf(ended.link.url), { set })).status).toBe(200);
  });

  proves(
    ['O.restore_replays', 'H27'],
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
      // The nine that ended, and the OAuth client, whose tokens are in no snapshot.
      expect(stdout).toMatch(/^The ledger was taken at 2\S+Z\.\nTaken out: 10,/);
      expect(await meStatus(ana.token, set)).toBe(200);
      const profiles = await profilesOf({ ...ana, set });
      expect(profiles.map(({ is_default }) => is_default)).toEqual([true, false]);
      await expectEnded();
    },
  );

  proves(['O.backup_refuses'], 'removes nothing by a ledger that is older than the database', async () => {
    const { early } = paths();
    const { exitCode, stdout, stderr } = await restore('--after-snapshot', '--ledger', early);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^The ledger is older than the database/)]);
    expect(stdout).toMatch(/^The ledger was taken at 2\S+Z\.\n$/);
    expect((await backUp('--ledger', early)).exitCode).toBe(0);
    expect((await restore('--after-snapshot', '--ledger', early)).exitCode).toBe(0);
  });
});
