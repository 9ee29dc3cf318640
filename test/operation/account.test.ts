import { tmpdir } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { TOMBSTONES, tombstoneId } from 'shared/store/tombstones.ts';
import { createAccountStore } from '../../services/auth/src/accounts/account-store.ts';
import { connectClient, refresh } from '../oauth/steps.ts';
import { callAs, newPerson, type Person } from '../person/diary-person.ts';
import { followLink, open, requestSignInLink, signIn } from '../person/steps.ts';
import {
  answerApproval,
  call,
  meStatus,
  newConnection,
  newEmail,
  poll,
  requestConnection,
} from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { readParts, site } from '../support/set.ts';

const account = (args: string[], env: Record<string, string> = {}) => runScript('account', args, site, env);

const hasTombstone = (id: string): Promise<boolean> =>
  onDatabase(
    async (db) =>
      (await db.collection<{ _id: string }>(TOMBSTONES).findOne({ _id: tombstoneId(id) })) !== null,
  );

/** The collections that hold data of an account, except that of the accounts. */
const heldBy = (account_id: string): Promise<string[]> =>
  onDatabase(async (db) => {
    const found = (await db.collections()).map(async (collection) =>
      (await collection.findOne({ account_id })) ? collection.collectionName : '',
    );
    return (await Promise.all(found)).filter(Boolean).sort();
  });

const addRecords = async (person: Person) => {
  const note = await callAs(person, 'POST', '/wellbeing', { text: 'Written before' });
  const { url } = await callAs(person, 'POST', '/share-links', {});
  return { note, link: String(url) };
};

describe('end-sessions', () => {
  proves(
    ['O.end_sessions'],
    'signs out all browsers, disconnects all assistants, voids open requests, and nothing else',
    async () => {
      const person = await newPerson();
      const { note, link } = await addRecords(person);
      const client = await connectClient({}, { email: person.email });
      const approved = await requestConnection({ email: person.email });
      await answerApproval(approved.link);
      const signInLink = await requestSignInLink(person.email);
      // From here on every cache holds the tokens.
      for (const token of [person.token, client.access_token]) expect(await meStatus(token)).toBe(200);

      // Addresses are compared without regard to case.
      const { exitCode, stdout, stderr } = await account(['end-sessions', person.email.toUpperCase()]);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toBe(
        `${person.account.id}: signed out everywhere; assistants disconnected: 2. Share links still work.\n`,
      );
      for (const token of [person.token, client.access_token]) expect(await meStatus(token)).toBe(401);
      const { status, body } = await refresh(client.client, client.refresh_token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      expect((await open('/account', person)).status).toBe(303);
      expect((await followLink(signInLink)).status).not.toBe(303);
      expect((await poll(approved)).status).toBe(404);

      const again = { ...person, ...(await signIn(person.email)) };
      const { html } = await open('/account', again);
      expect(html).toContain(person.email);
      expect(html).not.toContain('/account/disconnect');
      expect((await open(link)).html).toContain(note.text);
    },
  );

  proves(
    ['O.end_sessions'],
    'leaves tombstones, by which a restore of an older backup leaves the connections out',
    async () => {
      const person = await newPerson();
      const [token] = (await callAs(person, 'GET', '/tokens')).tokens;
      expect(await hasTombstone(token.id)).toBe(false);
      expect((await account(['end-sessions', person.account.id])).exitCode).toBe(0);
      expect(await hasTombstone(token.id)).toBe(true);
      expect(await hasTombstone(person.account.id)).toBe(false);
    },
  );
});

describe('change-email', () => {
  proves(
    ['O.lost_mailbox'],
    'gives the account back under another address, and the old one loses all access',
    async () => {
      const person = await newPerson();
      const note = await callAs(person, 'POST', '/wellbeing', { text: 'Written before' });
      const signInLink = await requestSignInLink(person.email);
      const { link: approvalLink } = await requestConnection({ email: person.email });
      const to = newEmail();
      const { exitCode, stdout, stderr } = await account(['change-email', person.account.id, to]);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(`${person.account.id}: changed.`)).toBe(true);

      expect((await open('/account', person)).status).toBe(303);
      expect((await followLink(signInLink)).status).not.toBe(303);
      expect((await open(approvalLink)).html).not.toContain('name="decision"');
      expect((await open('/account', await signIn(to))).html).toContain(to);
      const { token } = await newConnection({ email: to });
      const day = await call('GET', `/days/${note.day}`, { token });
      expect(day.body.wellbeing).toEqual([expect.objectContaining({ id: note.id })]);
      // Connected assistants stay: the person sees them, and can disconnect them.
      expect((await callAs(person, 'GET', '/tokens')).tokens).toHaveLength(2);
    },
  );

  proves(['O.lost_mailbox'], 'shows in the next answer of GET /me', async () => {
    const person = await newPerson();
    expect((await callAs(person, 'GET', '/me')).account.email).toBe(person.email);
    const to = newEmail();
    expect((await account(['change-email', person.account.id, to])).exitCode).toBe(0);
    expect((await callAs(person, 'GET', '/me')).account).toEqual({ ...person.account, email: to });
  });

  proves(
    ['O.lost_mailbox'],
    'closes what the old address opened, also where an earlier run was interrupted',
    async () => {
      const person = await newPerson();
      const approved = await requestConnection({ email: person.email });
      await answerApproval(approved.link);
      const to = newEmail();
      // All that a run did that ended there.
      await onDatabase((db) => createAccountStore(db).setEmail(person.account.id, to));
      expect((await account(['change-email', person.account.id, to])).exitCode).toBe(0);
      expect((await poll(approved)).status).toBe(404);
    },
  );

  test('refuses an address that is taken or invalid', async () => {
    const [person, other] = [await newPerson(), await newConnection()];
    for (const [to, reason] of [
      [
        other.email.toUpperCase(),
        'Another account has this address, or this one is being deleted. Nothing was done.\n',
      ],
      ['no address', 'That is not an e-mail address. Nothing was done.\n'],
    ] as const) {
      const { exitCode, stderr } = await account(['change-email', person.account.id, to]);
      expect([exitCode, stderr]).toEqual([1, reason]);
    }
    const byAddress = await account(['change-email', person.email, newEmail()]);
    expect([byAddress.exitCode, byAddress.stderr]).toEqual([1, expect.stringContaining('takes the id')]);
    expect((await open('/account', person)).status).toBe(200);
  });
});

describe('delete', () => {
  proves(
    ['O.delete_on_request'],
    'closes an account at once, and every service erases what it holds',
    async () => {
      const person = await newPerson();
      const { link } = await addRecords(person);
      const { id } = person.account;
      const collections = [
        'call_log',
        'connection_requests',
        'connections',
        'profiles',
        'sessions',
        'share_links',
        'wellbeing',
      ];
      await eventually(async () => (await heldBy(id)).includes('call_log'), 'the calls to be logged');
      expect(await heldBy(id)).toEqual(collections);

      const { exitCode, stdout, stderr } = await account(['delete', person.email]);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(`${id}: closed.`)).toBe(true);
      expect(await meStatus(person.token)).toBe(401);
      expect((await open('/account', person)).status).toBe(303);
      expect((await open(link)).status).toBe(404);
      expect(await hasTombstone(id)).toBe(true);
      await eventually(async () => (await heldBy(id)).length === 0, 'every service to sweep');
      const { stderr: underWay } = await account(['delete', id]);
      expect(underWay).toMatch(/^Its deletion began at .*\n$/);
    },
  );
});

describe('a command that fails', () => {
  test.each([
    [['delete', 'nobody@example.org'], /^There is no such account\.\n$/],
    [['change-email', 'nobody@example.org', 'new@example.org'], /^There is no such account\.\n$/],
    [['end-sessions'], /^Usage: /],
    [['change-email', 'nobody@example.org'], /^Usage: /],
    [['forget', 'nobody@example.org'], /^Usage: /],
    [['delete', 'one@example.org', 'two@example.org'], /^Usage: /],
    [['delete', 'nobody@example.org', '--yes'], /'--yes'.*\nUsage: /s],
  ])('%j: says why', async (args, reason) => {
    const { exitCode, stderr } = await account(args);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(reason)]);
  });

  test.each(['account', 'backup', 'restore', 'seed'] as const)(
    '%s tells how it is used also where no set runs',
    async (name) => {
      const { exitCode, stderr } = await runScript(name, [], { dataDir: tmpdir() });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Usage: ')]);
    },
  );

  test('does nothing without Redis, through which caches learn of it', async () => {
    const person = await newPerson();
    const away = 'redis://127.0.0.1:1';
    const noLogin = `redis://ana:secret@127.0.0.1:${(await readParts(site.dataDir)).redis?.port}`;
    for (const [REDIS_URL, args, reason] of [
      [away, ['end-sessions', person.account.id], 'connect ECONNREFUSED'],
      [away, ['change-email', person.account.id, newEmail()], 'connect ECONNREFUSED'],
      [away, ['delete', person.account.id], 'connect ECONNREFUSED'],
      [noLogin, ['delete', person.account.id], 'WRONGPASS'],
      [`${noLogin},${noLogin}`, ['delete', person.account.id], 'WRONGPASS'],
    ] as const) {
      const { exitCode, stdout, stderr } = await account([...args], { REDIS_URL });
      expect([exitCode, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringMatching(`^Nothing was done. REDIS_URL: ${reason} .+\n$`),
      ]);
      expect(stderr).not.toContain('secret');
    }
    expect(await meStatus(person.token)).toBe(200);
    expect((await open('/account', person)).status).toBe(200);
  });
});
