import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Queue } from 'bullmq';
import { type Db, MongoClient } from 'mongodb';
import { CALL_LOG_QUEUE, type CallLogEntry } from 'shared/queues/call-log.ts';
import { ERASURE_DONE_QUEUE, type ErasureJob, erasingService, erasureQueue } from 'shared/queues/erasure.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { ask, onDatabase } from '../connect/steps.ts';
import { connectClient, refresh } from '../oauth/steps.ts';
import { item, meal } from '../rest/samples.ts';
import { type Connection, call, csrfIn, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { locationOf } from './diary-person.ts';
import { askForLink, cookieOf, followLink, open, post, postAs, type SignedIn, signIn } from './steps.ts';
import { onRedis, tracesOf } from './traces.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

type Owner = Connection & { person: SignedIn; words: [account: string, email: string, content: string] };

const TODAY = new Date().toISOString().slice(0, 10);

/** A person with an assistant, a record and a session, and the words that only their data hold. */
const newOwner = async (): Promise<Owner> => {
  const word = randomUUID();
  const connection = await newConnection({ set, clientName: `Assistant ${word}` });
  const owner: Owner = {
    ...connection,
    person: await signIn(connection.email, set),
    words: [connection.account.id, connection.email, word],
  };
  const told = { description: `I had ${word}`, notes: word, model: word };
  await write(owner, 'POST', '/meals', { ...meal, ...told, items: [{ ...item, name: `Soup ${word}` }] });
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

const isLogged = (owner: Owner, operation: string) =>
  eventually(
    () =>
      onDatabase((db) => db.collection('call_log').findOne({ account_id: owner.account.id, operation }), set),
    'the calls to be logged',
  );

/** Gives an owner something of everything else that is ever stored of a person. */
const addEverything = async (owner: Owner) => {
  const { email, words } = owner;
  const [, , word] = words;
  await write(owner, 'POST', '/profiles', { name: `Diary ${word}` }, { 'idempotency-key': word });
  await write(owner, 'PUT', `/days/${TODAY}/activity`, { steps: 1000, source_app: word });
  await write(owner, 'PUT', `/days/${TODAY}/sleep`, { score: 80, source_app: word });
  await write(owner, 'POST', '/wellbeing', { text: `I feel ${word}` });
  const key = { 'idempotency-key': `${word}-link` };
  const { url } = await write(owner, 'POST', '/share-links', {}, key);
  const connected = await connectClient({}, { set, email });
  await isLogged(owner, 'create_share_link');
  const { link } = await ask({ email }, set);
  return { connected, links: [url, link, await askForLink(email, set)] };
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

/** Reports a call of an owner's assistant, as a gateway does. */
const reportCall = ({ account }: Owner) => {
  const entry: CallLogEntry = {
    account_id: account.id,
    connection_id: 'tok_x',
    client_name: 'Late',
    operation: 'get_day',
    channel: 'rest',
    status: 200,
    at: new Date().toISOString(),
  };
  return onRedis(set, async (connection) => {
    const queue = new Queue(CALL_LOG_QUEUE, { connection });
    await queue.add('calls', { entries: [entry] }, { jobId: randomUUID() });
    await queue.close();
  });
};

const delayedJobs = (accountId: string) =>
  queues(async (opened) => {
    const jobs = (await Promise.all(opened.map((queue) => queue.getDelayed()))).flat();
    return jobs.filter((job) => job?.data.account_id === accountId);
  });

/** The jobs of an account once every service has swept it for the first time: they wait for what is in flight. */
const firstSweepsOf = (accountId: string) =>
  eventually(
    async () => {
      const jobs = (await delayedJobs(accountId)).filter(({ delay }) => delay > 10_000);
      return jobs.length === erasingService.options.length && jobs;
    },
    'the first sweeps',
    60_000,
  );

/** Lets the minute between the sweeps pass for the jobs that wait for it. */
const letMinutePass = (accountId: string) =>
  queues(async (opened) => {
    for (const job of (await Promise.all(opened.map((queue) => queue.getDelayed()))).flat()) {
      if (job?.data.account_id !== accountId) continue;
      const { since } = job.data;
      await job
        .updateData({ account_id: accountId, since: since - 80_000 })
        .then(() => job.promote())
        .catch(() => {});
    }
  });

const isGone = async (accountId: string) => {
  const find = (db: Db) => db.collection('accounts').findOne({ _id: accountId as never });
  return (await onDatabase(find, set)) === null;
};

const finish = (accountId: string) =>
  eventually(
    async () => {
      await letMinutePass(accountId);
      return isGone(accountId);
    },
    'the erasure to end',
    90_000,
  );

/** Writes what a call that was in flight could still have written. */
const writeLate = (account_id: string, collections: readonly string[]) =>
  onDatabase(async (db) => {
    // What is unique is: each of these documents has the one field that its collection asks for.
    for (const name of collections)
      await db.collection(name).insertOne({
        account_id,
        day: TODAY,
        key: randomUUID(),
        token_hash: randomUUID(),
        secret_hash: randomUUID(),
      });
  }, set);

/** The last report may still be on its way when the account is gone. */
const nothingIsLeft = async (words: string[]) => {
  let traces: string[] = [];
  const look = async () => {
    traces = await tracesOf(words, set);
    return traces.length === 0;
  };
  await eventually(look, 'the last traces to go', 30_000).catch(() => expect(traces).toEqual([]));
};

const isSignedIn = async (person: SignedIn) => (await open('/account', person)).status === 200;

/** What a closed account's own browser, assistants and links get. */
const expectClosedDoors = async (
  { token, person }: Owner,
  { connected, links }: Awaited<ReturnType<typeof addEverything>>,
) => {
  for (const bearer of [token, connected.access_token])
    expect((await call('GET', '/me', { set, token: bearer })).status).toBe(401);
  const { status, body } = await refresh(connected.client, connected.refresh_token, {}, set);
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
  expect(await isSignedIn(person)).toBe(false);
  const form = await post('/account/profiles', { action: 'add', name: 'Late' }, person);
  expect([form.status, form.html.includes('You are signed out')]).toEqual([401, true]);
  for (const link of links) expect((await open(link, { set })).status).toBe(404);
};

describe('an account that its owner deletes', () => {
  proves(
    ['A.erasure', 'A.erasure_twice', 'C8.deletion'],
    'is refused at once everywhere, nothing of it remains, and nobody is written to',
    async () => {
      const owner = await newOwner();
      const everything = await addEverything(owner);
      const before = await tracesOf(owner.words, set);
      const collections =
        'accounts activity call_log connection_requests connections idempotency meals oauth_artifacts profiles sessions share_links sign_in_links sleep wellbeing';
      expect(before).toEqual(expect.arrayContaining(collections.split(' ').map((name) => `mongodb ${name}`)));
      const mails = (await mailsTo(owner.email, set)).length;

      const answer = await deleteAccount(owner);
      expect(answer.status).toBe(303);
      expect(locationOf(answer)).toBe('/?notice=deleted');
      expect(answer.headers.getSetCookie()[0]).toMatch(/^session=; /);
      await expectClosedDoors(owner, everything);
      expect((await open('/?notice=deleted', { set })).html).toContain('Your account is closed');

      const jobs = await firstSweepsOf(owner.account.id);
      for (const { delay } of jobs) expect(delay).toBeGreaterThanOrEqual(60_000);
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
      expect(await mailsTo(owner.email, set)).toHaveLength(mails);
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
      await writeLate(account_id, late);
      expect(await tracesOf(owner.words, set)).toEqual(
        expect.arrayContaining(late.map((name) => `mongodb ${name}`)),
      );
      await finish(account_id);
      // A gateway that had lost Redis reports its calls later than anything.
      await reportCall(owner);
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
  const SWEEPING = ['auth', 'diary', 'reports'];

  const killAll = async () => {
    for (const service of SWEEPING) await set.kill(service, 'SIGKILL');
  };

  const isBack = () =>
    eventually(
      async () => (await fetch(`${set.url}/health`).catch(() => undefined))?.ok,
      'the set to be whole again',
      60_000,
    );

  /** The collections that hold something of an account, save the one of accounts. */
  const heldBy = async ({ words: [accountId, , word] }: Owner) =>
    (await tracesOf([accountId, word], set))
      .filter((place) => place.startsWith('mongodb '))
      .map((place) => place.slice(8))
      .filter((name) => name !== 'accounts');

  /** Keeps everybody else from writing to documents, until the returned function lets go of them. */
  const hold = async (collections: readonly string[], filter: object) => {
    const client = await MongoClient.connect(await databaseOfRunningSet(set.dataDir));
    const session = client.startSession();
    session.startTransaction();
    for (const name of collections)
      await client
        .db()
        .collection(name)
        .updateMany(filter, { $set: { held: true } }, { session });
    return async () => {
      await session.abortTransaction();
      await client.close();
    };
  };

  /** Of each service the last collection, or nearly, that it sweeps. */
  const LAST = ['call_log', 'idempotency', 'wellbeing'];

  /** Kills every service in the middle of its sweep. */
  const killHalfWay = async (owner: Owner, letGo: () => Promise<void>) => {
    const isHalfWay = async () => `${await heldBy(owner)}` === `${LAST}`;
    await eventually(isHalfWay, 'the sweeps to be half-way', 60_000).finally(async () => {
      await killAll();
      await letGo();
    });
    await isBack();
  };

  proves(
    ['A.erasure_resumes'],
    'goes on when services are killed before, in, between and after the sweeps',
    async () => {
      const owner = await newOwner();
      const { id } = owner.account;
      await addEverything(owner);
      for (const service of ['diary', 'reports']) await set.kill(service, 'SIGSTOP');
      const letFirstGo = await hold(LAST, { account_id: id });
      expect((await deleteAccount(owner)).status).toBe(303);
      await killAll();
      await isBack();
      await killHalfWay(owner, letFirstGo);
      await firstSweepsOf(id);
      await killAll();
      await isBack();

      // What was in flight came in, and is swept for the second time.
      const late = ['call_log', 'idempotency', 'meals', 'sessions', 'share_links', 'wellbeing'];
      await writeLate(id, late);
      const letSecondGo = await hold(LAST, { account_id: id });
      await letMinutePass(id);
      await killHalfWay(owner, letSecondGo);
      // Services have reported, and auth dies while it notes that.
      const letAccountGo = await hold(['accounts'], { _id: id });
      const reports = () =>
        onRedis(set, async (redis) => {
          const [waiting, active] = ['wait', 'active'].map((state) =>
            redis.llen(`bull:${ERASURE_DONE_QUEUE}:${state}`),
          );
          return Number(await waiting) + Number(await active);
        });
      await eventually(
        async () => {
          await letMinutePass(id);
          return (await reports()) >= 2;
        },
        'two reports',
        60_000,
      ).finally(async () => {
        await set.kill('auth', 'SIGKILL');
        await letAccountGo();
      });
      await isBack();
      await finish(id);
      await nothingIsLeft(owner.words);
    },
    300_000,
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
      const everything = await addEverything(owner);
      const pid = await set.kill('redis', 'SIGSTOP');
      expect((await deleteAccount(owner)).status).toBe(303);
      await expectClosedDoors(owner, everything);
      process.kill(pid, 'SIGCONT');
      await finish(owner.account.id);
      await nothingIsLeft(owner.words);
    },
    240_000,
  );
});
