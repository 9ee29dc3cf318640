import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Queue } from 'bullmq';
import { type ErasureJob, erasingService, erasureQueue } from 'shared/queues/erasure.ts';
import { ask, onDatabase } from '../connect/steps.ts';
import { connectClient } from '../oauth/steps.ts';
import { item, meal } from '../rest/samples.ts';
import { type Connection, call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import {
  askForLink,
  cookieOf,
  csrfIn,
  followLink,
  open,
  post,
  postAs,
  type SignedIn,
  signIn,
} from './steps.ts';
import { onRedis, tracesOf } from './traces.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

type Owner = Connection & { person: SignedIn; words: string[] };

const TODAY = new Date().toISOString().slice(0, 10);

/** A person with an assistant, a record and a session, and the words that only their data hold. */
const newOwner = async (): Promise<Owner> => {
  const connection = await newConnection({ set });
  const word = randomUUID();
  const owner = {
    ...connection,
    person: await signIn(connection.email, set),
    words: [connection.account.id, connection.email, word],
  };
  await write(owner, 'POST', '/meals', { ...meal, items: [{ ...item, name: `Soup ${word}` }] });
  return owner;
};

const write = async (
  { token }: Owner,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const answer = await call(method, path, { set, token, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
};

/** Gives an owner something of everything else that is ever stored of a person. */
const addEverything = async (owner: Owner) => {
  const { email, account, words } = owner;
  const [, , word = ''] = words;
  await write(owner, 'POST', '/profiles', { name: `Diary ${word}` }, { 'idempotency-key': word });
  await write(owner, 'PUT', `/days/${TODAY}/activity`, { steps: 1000, source_app: word });
  await write(owner, 'PUT', `/days/${TODAY}/sleep`, { score: 80, source_app: word });
  await write(owner, 'POST', '/wellbeing', { text: `I feel ${word}` });
  const key = { 'idempotency-key': `${word}-link` };
  const { url } = await write(owner, 'POST', '/share-links', {}, key);
  const { access_token } = await connectClient({}, { set, email });
  const logged = { operation: 'create_share_link', account_id: account.id };
  await eventually(
    () => onDatabase((db) => db.collection('call_log').findOne(logged), set),
    'the calls to be logged',
  );
  const { link } = await ask({ email }, set);
  return { oauthToken: access_token, links: [url, link, await askForLink(email, set)] };
};

const deleteAccount = ({ person }: Owner) => postAs(person, '/account/delete', { email: person.email });

const queues = async <T>(work: (queues: Queue<ErasureJob>[]) => Promise<T>): Promise<T> =>
  onRedis(set, async (connection) => {
    const opened = erasingService.options.map(
      (service) => new Queue<ErasureJob>(erasureQueue(service), { connection }),
    );
    try {
      return await work(opened);
    } finally {
      await Promise.all(opened.map((queue) => queue.close()));
    }
  });

/** The jobs that wait for their second sweep. */
const delayedJobs = () =>
  queues(async (opened) => {
    const jobs = (await Promise.all(opened.map((queue) => queue.getDelayed()))).flat();
    return jobs
      .filter((job) => job?.data.swept)
      .map(({ queueName, delay, data }) => ({ queueName, delay, data }));
  });

const firstSweepsOf = (accountId: string) =>
  eventually(
    async () => {
      const jobs = (await delayedJobs()).filter(({ data }) => data.account_id === accountId);
      return jobs.length === erasingService.options.length && jobs;
    },
    'the first sweeps',
    60_000,
  );

/** Lets the minute between the sweeps pass, whenever a job waits for it, until the account is gone. */
const finish = (accountId: string) =>
  eventually(
    async () => {
      await queues(async (opened) => {
        for (const job of (await Promise.all(opened.map((queue) => queue.getDelayed()))).flat())
          await job?.promote().catch(() => {});
      });
      const account = await onDatabase(
        (db) => db.collection('accounts').findOne({ _id: accountId as never }),
        set,
      );
      return account === null;
    },
    'the erasure to end',
    90_000,
  );

/** The last report may still be on its way when the account is gone. */
const nothingIsLeft = (words: string[]) =>
  eventually(async () => (await tracesOf(words, set)).length === 0, 'the last traces to go');

const isSignedIn = async (person: SignedIn) => (await open('/account', person)).status === 200;

describe('an account that its owner deletes', () => {
  proves(
    ['A.erasure', 'A.erasure_twice', 'C8.deletion'],
    'is refused at once everywhere, and nothing of it remains',
    async () => {
      const owner = await newOwner();
      const { oauthToken, links } = await addEverything(owner);
      const before = await tracesOf(owner.words, set);
      const collections =
        'accounts activity call_log connection_requests connections idempotency meals oauth_artifacts profiles sessions share_links sign_in_links sleep wellbeing';
      expect(before).toEqual(expect.arrayContaining(collections.split(' ').map((name) => `mongodb ${name}`)));

      const answer = await deleteAccount(owner);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/?notice=deleted');
      expect(answer.headers.getSetCookie()[0]).toMatch(/^session=; /);
      for (const token of [owner.token, oauthToken])
        expect((await call('GET', '/me', { set, token })).status).toBe(401);
      expect(await isSignedIn(owner.person)).toBe(false);
      for (const link of links) expect((await open(link, { set })).status).toBe(404);
      expect((await open('/?notice=deleted', { set })).html).toContain('Your account is closed');

      const jobs = await firstSweepsOf(owner.account.id);
      for (const { delay } of jobs) expect(delay).toBeGreaterThanOrEqual(60_000);
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
    },
    180_000,
  );

  proves(
    ['A.erasure_twice'],
    'gets nothing back from what was in flight when it was deleted',
    async () => {
      const owner = await newOwner();
      const { id: account_id } = owner.account;
      await deleteAccount(owner);
      await firstSweepsOf(account_id);
      const late = ['meals', 'activity', 'profiles', 'sessions', 'connections', 'share_links', 'call_log'];
      await onDatabase(async (db) => {
        // Hashes are unique: each of these documents has the one field that its collection asks for.
        for (const name of late)
          await db.collection(name).insertOne({
            account_id,
            day: TODAY,
            token_hash: randomUUID(),
            secret_hash: randomUUID(),
          });
      }, set);
      expect(await tracesOf(owner.words, set)).toEqual(
        expect.arrayContaining(late.map((name) => `mongodb ${name}`)),
      );
      await finish(account_id);
      await nothingIsLeft(owner.words);
    },
    180_000,
  );

  proves(
    ['A.begins_anew', 'S5.one_account'],
    'leaves its address free: a new account begins empty and stays',
    async () => {
      const owner = await newOwner();
      await deleteAccount(owner);
      // While the erasure is still under way.
      const link = await askForLink(owner.email, set);
      expect((await open(link, { set })).html).toContain('name="terms"');
      const answer = await followLink(link, { set });
      expect(answer.status).toBe(303);
      const anew = await newConnection({ email: owner.email, set });
      expect(anew.account.id).not.toBe(owner.account.id);
      const read = async (path: string) => (await call('GET', path, { set, token: anew.token })).body;
      expect((await read('/profiles')).profiles).toHaveLength(1);
      expect((await read('/meals')).meals).toEqual([]);
      expect((await read('/share-links')).share_links).toEqual([]);
      expect((await read('/tokens')).tokens).toHaveLength(1);
      await call('POST', '/meals', { set, token: anew.token, body: meal });

      await finish(owner.account.id);
      expect((await read('/meals')).meals).toHaveLength(1);
      expect(await isSignedIn({ ...owner.person, cookie: cookieOf(answer) })).toBe(true);
      const [, , word = ''] = owner.words;
      await nothingIsLeft([owner.account.id, word]);
    },
    180_000,
  );

  proves(['C8.deletion', 'A.csrf'], 'is deleted once by a form that is sent twice', async () => {
    const owner = await newOwner();
    const csrf = csrfIn((await open('/account', owner.person)).html);
    const send = () => post('/account/delete', { csrf, email: owner.email }, owner.person);
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    for (const status of statuses) expect([303, 401]).toContain(status);
    expect(statuses).toContain(303);
    expect((await send()).status).toBe(401);
    await finish(owner.account.id);
  });
});

describe('an erasure that is cut short', () => {
  const isBack = () =>
    eventually(
      async () => (await fetch(`${set.url}/health`).catch(() => undefined))?.ok,
      'the set to be whole again',
      60_000,
    );

  proves(
    ['A.erasure_resumes'],
    'goes on when services are killed before the first sweep and between the two',
    async () => {
      const owner = await newOwner();
      for (const service of ['diary', 'reports']) await set.kill(service, 'SIGSTOP');
      expect((await deleteAccount(owner)).status).toBe(303);
      for (const service of ['diary', 'reports', 'auth']) await set.kill(service, 'SIGKILL');
      await isBack();
      await firstSweepsOf(owner.account.id);
      for (const service of ['diary', 'reports', 'auth']) await set.kill(service, 'SIGKILL');
      await isBack();
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
    },
    240_000,
  );

  proves(
    ['A.erasure_resumes'],
    'begins again where Redis has lost its queues',
    async () => {
      const owner = await newOwner();
      await deleteAccount(owner);
      await firstSweepsOf(owner.account.id);
      await onRedis(set, (redis) => redis.flushall());
      await firstSweepsOf(owner.account.id);
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
    },
    240_000,
  );

  proves(
    ['A.erasure_resumes', 'A.erasure'],
    'refuses at once and goes on later where Redis is away',
    async () => {
      const owner = await newOwner();
      const pid = await set.kill('redis', 'SIGSTOP');
      const answer = await deleteAccount(owner);
      expect(answer.status).toBe(303);
      expect((await call('GET', '/me', { set, token: owner.token })).status).toBe(401);
      expect(await isSignedIn(owner.person)).toBe(false);
      process.kill(pid, 'SIGCONT');
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
    },
    240_000,
  );
});
