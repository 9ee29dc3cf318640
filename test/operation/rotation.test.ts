import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { PRINCIPAL_HEADER, signPrincipal } from 'shared/calls/principal.ts';
import { createLog } from 'shared/observe/log.ts';
import { createKeys, type Keys } from 'shared/process/keys.ts';
import { createMailQueue, MailNotSent } from '../../services/auth/src/mail/mail-queue.ts';
import { type Connected, connectClient, refresh } from '../oauth/steps.ts';
import { callAs, newPerson, type Person } from '../person/diary-person.ts';
import { followLink, open, post, requestSignInLink } from '../person/steps.ts';
import { meal } from '../rest/samples.ts';
import { call, csrfIn, meStatus, newEmail } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { readParts, type ServiceSet, type SetAddresses, startSet } from '../support/set.ts';
import { startReplica } from '../support/start-replica.ts';

const OLD = 'the old key as it was made at the beginning';
const NEW = 'the new key that takes the place of the old one';
const keysOf = (key: string): Keys => createKeys([key]);

let dataDir: string;
let port: number;
let set: ServiceSet;
let person: Person;
let client: Connected;
/** What was made when there was only the old key. */
let made: {
  link: { id: string; url: string };
  meal: { id: string; day: string };
  csrf: string;
  signInLink: string;
};

/** Restarts every process with these keys, on the same data and address. */
const startWith = async (keys: string): Promise<void> => {
  await set?.stop();
  set = await startSet({ env: { SECRET_KEY: keys }, dataDir, port });
};

const keyedMeal = (): ReturnType<typeof call> =>
  call('POST', '/meals', {
    set,
    token: person.token,
    body: meal,
    headers: { 'idempotency-key': 'made-under-the-old-key' },
  });

/** The diary's status for a principal that a gateway has just signed with this key. */
const callDiary = async (keys: Keys): Promise<number> => {
  const principal = signPrincipal(keys, {
    kind: 'assistant',
    account: { id: person.account.id, email: person.email, language: 'en', time_zone: 'UTC' },
    connection: { id: 'tok_of-this-test', client_name: 'Test', access: 'email' },
    scopes: ['records:read'],
  });
  const { port } = (await readParts(dataDir)).diary ?? {};
  const headers = { [PRINCIPAL_HEADER]: principal };
  return (await fetch(`http://127.0.0.1:${port}/api/v1/profiles`, { headers })).status;
};

/** Queues a mail as auth did before it was restarted. */
const sendMail = async (keys: Keys): Promise<'accepted' | 'refused'> => {
  const { port } = (await readParts(dataDir)).redis ?? {};
  const mails = createMailQueue(`redis://127.0.0.1:${port}`, keys, createLog('test', 'fatal'));
  const mail = {
    template: 'sign_in' as const,
    to: newEmail(),
    language: 'en' as const,
    link: `${set.url}/signin/nobody`,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  try {
    await mails.send(mail);
    return 'accepted';
  } catch (error) {
    if (error instanceof MailNotSent) return 'refused';
    throw error;
  } finally {
    await mails.close();
  }
};

const statusOf = async (path: string, at: SetAddresses = set): Promise<number> =>
  (await open(path, { cookie: person.cookie, set: at })).status;
const linkPath = (): string => new URL(made.link.url).pathname;
const listedUrl = async (): Promise<string | null> => {
  const { share_links } = await callAs({ ...person, set }, 'GET', '/share-links');
  return share_links.find(({ id }: { id: string }) => id === made.link.id).url;
};
const saveLanguage = (csrf: string) =>
  post('/account/language', { csrf, language: 'en' }, { cookie: person.cookie, set });

const refreshed = async (): Promise<void> => {
  const { status, body } = await refresh(client.client, client.refresh_token, {}, set);
  expect(status).toBe(200);
  client = { ...client, ...body };
};

/** Nobody is signed out: browsers, assistants, OAuth clients, readers of a shared link. */
const expectEverybodyIn = async (): Promise<void> => {
  expect(await statusOf('/account')).toBe(200);
  expect(await meStatus(person.token, set)).toBe(200);
  expect(await statusOf(linkPath())).toBe(200);
  await refreshed();
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'diary-rotation-'));
  port = await freePort();
  await startWith(OLD);
  person = await newPerson({ set });
  client = await connectClient({}, { set, email: person.email });
  const csrf = csrfIn((await open('/account', person)).html);
  const link = await callAs(person, 'POST', '/share-links', {});
  made = {
    link,
    meal: (await keyedMeal()).body,
    csrf,
    signInLink: await requestSignInLink(person.email, set),
  };
});

afterAll(async () => {
  await set?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('SECRET_KEY', () => {
  proves(['O.rotation'], 'step 1: every service accepts the new key', async () => {
    await startWith(`${OLD},${NEW}`);
    await expectEverybodyIn();
    expect(await callDiary(keysOf(OLD))).toBe(200);
    // Gateways that are a step ahead of the services, or behind, are accepted.
    for (const keys of [`${NEW},${OLD}`, OLD]) {
      const second = await startReplica(set, 'gateway', { SECRET_KEY: keys });
      expect(await meStatus(person.token, second.set)).toBe(200);
      expect(await statusOf('/report', second.set)).toBe(200);
      await second.end();
    }
  });

  proves(
    ['O.rotation'],
    'step 2: the new key signs, and what the old one signed is still valid',
    async () => {
      await startWith(`${NEW},${OLD}`);
      await expectEverybodyIn();
      expect(await callDiary(keysOf(OLD))).toBe(200);
      expect(await callDiary(keysOf(NEW))).toBe(200);
      expect(await sendMail(keysOf(OLD))).toBe('accepted');
      expect(await listedUrl()).toBe(made.link.url);
      expect((await saveLanguage(made.csrf)).status).toBe(303);
      const replayed = await keyedMeal();
      expect([replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual(['true', made.meal]);
      expect((await followLink(made.signInLink, { set })).status).toBe(303);
    },
  );

  proves(
    ['O.rotation', 'O.rotation_end'],
    'step 3: the old key is gone, and so is what only it could open',
    async () => {
      await startWith(NEW);
      await expectEverybodyIn();
      expect(await callDiary(keysOf(NEW))).toBe(200);
      expect(await callDiary(keysOf(OLD))).toBe(503);
      expect(await sendMail(keysOf(OLD))).toBe('refused');
      expect(await listedUrl()).toBeNull();
      expect((await saveLanguage(made.csrf)).status).toBe(403);
      const refused = await keyedMeal();
      expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_conflict']);
      // By its day: midnight may have passed since it was made.
      const { meals } = await callAs({ ...person, set }, 'GET', `/meals?day=${made.meal.day}`);
      expect(meals).toEqual([expect.objectContaining({ id: made.meal.id })]);
    },
  );
});
