import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { ERASURE_DONE_QUEUE, erasingService } from 'shared/queues/erasure.ts';
import { revocationKey } from 'shared/service/introspection.ts';
import { createLog } from 'shared/service/log.ts';
import { createTombstoneWriter, tombstoneId } from 'shared/service/tombstones.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { type Account, createAccountStore } from '../../services/auth/src/accounts/account-store.ts';
import { closeAccount } from '../../services/auth/src/erasure/erasure.ts';
import { scrape, sumOf } from '../operation/scrape.ts';
import { meal } from '../rest/samples.ts';
import { call, csrfIn, newConnection, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { locationOf } from './diary-person.ts';
import {
  addEverything,
  ageErasure,
  deleteAccount,
  expectAccessRevoked,
  finish,
  firstSweepsOf,
  newOwner,
  nothingIsLeft,
  type Owner,
  reportCall,
  writeLate,
} from './erasure-steps.ts';
import { cookieOf, followLink, isSignedIn, open, post, requestSignInLink } from './steps.ts';
import { onRedis, tracesOf } from './traces.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

describe('an account that its owner deletes', () => {
  proves(
    ['A.erasure', 'A.erasure_twice', 'C8.deletion'],
    'is refused everywhere at once, nothing of it remains, and no mail is sent',
    async () => {
      const owner = await newOwner(set);
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
      await expectAccessRevoked(owner, everything);
      expect((await open('/?notice=deleted', { set })).html).toContain('Your account is closed');

      const jobs = await firstSweepsOf(owner);
      for (const { delay } of jobs) expect(delay).toBeGreaterThanOrEqual(60_000);
      const oldest = async () =>
        sumOf(await scrape('auth', set), 'deletion_oldest_seconds', { kind: 'account' });
      expect(await oldest()).toBeGreaterThan(0);
      await finish(owner);
      await nothingIsLeft(owner);
      expect(await oldest()).toBe(0);
      expect(await mailsTo(owner.email, set)).toHaveLength(mails);
    },
    180_000,
  );

  proves(
    ['A.erasure_twice'],
    'has late writes of calls in flight removed, too',
    async () => {
      const owner = await newOwner(set);
      await deleteAccount(owner);
      await firstSweepsOf(owner);
      const late = ['meals', 'activity', 'profiles', 'sessions', 'connections', 'share_links', 'call_log'];
      await writeLate(owner, late);
      expect(await tracesOf(owner.words, set)).toEqual(
        expect.arrayContaining(late.map((name) => `mongodb ${name}`)),
      );
      await finish(owner);
      // A gateway that had lost Redis reports its calls later than any other.
      await reportCall(owner);
      await nothingIsLeft(owner);
    },
    180_000,
  );

  proves(
    ['A.begins_anew', 'S5.one_account'],
    'frees its address: a new account starts empty and stays',
    async () => {
      const owner = await newOwner(set);
      await deleteAccount(owner);
      // The erasure is still in progress.
      const link = await requestSignInLink(owner.email, set);
      expect((await open(link, { set })).html).toContain('name="terms"');
      const answer = await followLink(link, { set });
      expect(answer.status).toBe(303);
      const reconnected = await newConnection({ email: owner.email, set });
      expect(reconnected.account.id).not.toBe(owner.account.id);
      const read = async (path: string) => (await call('GET', path, { set, token: reconnected.token })).body;
      expect((await read('/profiles')).profiles).toHaveLength(1);
      expect((await read('/meals')).meals).toEqual([]);
      expect((await read('/share-links')).share_links).toEqual([]);
      expect((await read('/tokens')).tokens).toHaveLength(1);
      await call('POST', '/meals', { set, token: reconnected.token, body: meal });
      const mailed = [
        await requestSignInLink(owner.email, set),
        (await requestConnection({ email: owner.email }, set)).link,
      ];

      await finish(owner);
      for (const link of mailed) expect((await open(link, { set })).status).toBe(200);
      expect((await read('/meals')).meals).toHaveLength(1);
      expect(await isSignedIn({ set, cookie: cookieOf(answer) })).toBe(true);
      const [accountId, , word] = owner.words;
      await nothingIsLeft({ set, words: [accountId, word] });
    },
    180_000,
  );

  proves(['C8.deletion', 'A.csrf'], 'is deleted once when the form is sent twice', async () => {
    const owner = await newOwner(set);
    const csrf = csrfIn((await open('/account', owner)).html);
    const send = () => post('/account/delete', { csrf, email: owner.email }, owner);
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    for (const status of statuses) expect([303, 401]).toContain(status);
    expect(statuses).toContain(303);
    expect((await send()).status).toBe(401);
    await finish(owner);
  });
});

describe('an interrupted erasure', () => {
  const killAll = async () => {
    for (const service of erasingService.options) await set.kill(service, 'SIGKILL');
  };

  const isBack = () =>
    eventually(
      async () => (await fetch(`${set.url}/health`).catch(() => undefined))?.ok,
      'the set to be whole again',
      60_000,
    );

  /** The collections that hold data of an account, except that of the accounts. */
  const heldBy = async ({ words: [accountId, , word] }: Owner) =>
    (await tracesOf([accountId, word], set))
      .filter((place) => place.startsWith('mongodb '))
      .map((place) => place.slice(8))
      .filter((name) => name !== 'accounts');

  /** Locks documents against all other writers until the returned function is called. */
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

  /** The last collections, or nearly, that each service sweeps. */
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
    'resumes after services are killed before, during, between and after the sweeps',
    async () => {
      const owner = await newOwner(set);
      const { id } = owner.account;
      await addEverything(owner);
      for (const service of ['diary', 'reports']) await set.kill(service, 'SIGSTOP');
      const letFirstGo = await hold(LAST, { account_id: id });
      expect((await deleteAccount(owner)).status).toBe(303);
      await killAll();
      await isBack();
      await killHalfWay(owner, letFirstGo);
      await firstSweepsOf(owner);
      await killAll();
      await isBack();

      // Late writes have arrived, and the second sweep removes them.
      const late = ['call_log', 'idempotency', 'meals', 'sessions', 'share_links', 'wellbeing'];
      await writeLate(owner, late);
      const letSecondGo = await hold(LAST, { account_id: id });
      await ageErasure(owner);
      await killHalfWay(owner, letSecondGo);
      // The services have reported, and auth dies while storing that.
      const letAccountGo = await hold(['accounts'], { _id: id });
      const reports = () =>
        onRedis(set, async (redis) => {
          const queue = `bull:${ERASURE_DONE_QUEUE}`;
          return (await redis.llen(`${queue}:wait`)) + (await redis.llen(`${queue}:active`));
        });
      await eventually(
        async () => {
          await ageErasure(owner);
          return (await reports()) >= 2;
        },
        'two reports',
        60_000,
      ).finally(async () => {
        await set.kill('auth', 'SIGKILL');
        await letAccountGo();
      });
      await isBack();
      await finish(owner);
      await nothingIsLeft(owner);
    },
    300_000,
  );

  proves(
    ['A.erasure_resumes'],
    'leaves the account as it was where it breaks off in closing it',
    async () => {
      const owner = await newOwner(set);
      const brokenOff = new Error('broken off');
      await onDatabase(async (db) => {
        const account = (await createAccountStore(db).findById(owner.account.id)) as Account;
        const parts = {
          log: createLog('test', 'silent'),
          client: db.client,
          accounts: { ...createAccountStore(db), beginErasing: () => Promise.reject(brokenOff) },
          revocations: { announce: async () => {}, withdraw: async () => {} },
          revokeAccess: async () => {},
          writeTombstone: createTombstoneWriter(db),
        };
        await expect(closeAccount(parts, account)).rejects.toBe(brokenOff);
        // One of an account that goes on would have a restore leave all of it out.
        const _id = tombstoneId(account._id);
        expect(await db.collection<{ _id: string }>('tombstones').findOne({ _id })).toBeNull();
      }, set);
      expect(await isSignedIn(owner)).toBe(true);
    },
  );

  proves(
    ['A.erasure_resumes'],
    'ends where every service has reported, but the process that noted it died before it removed the account',
    async () => {
      const owner = await newOwner(set);
      await deleteAccount(owner);
      await firstSweepsOf(owner);
      await onDatabase(
        (db) =>
          db
            .collection<{ _id: string }>('accounts')
            .updateOne({ _id: owner.account.id }, { $set: { 'erasing.done': erasingService.options } }),
        set,
      );
      await eventually(async () => (await tracesOf(owner.words, set)).length === 0, 'the account to go');
    },
    180_000,
  );

  proves(
    ['A.erasure_resumes'],
    'starts again when Redis has lost its queues',
    async () => {
      const owner = await newOwner(set);
      await deleteAccount(owner);
      await firstSweepsOf(owner);
      await onRedis(set, (redis) => redis.flushall());
      await firstSweepsOf(owner);
      await finish(owner);
      await nothingIsLeft(owner);
    },
    240_000,
  );

  proves(
    ['A.erasure_resumes', 'A.erasure'],
    'refuses at once and continues later when Redis is down',
    async () => {
      const owner = await newOwner(set);
      const everything = await addEverything(owner);
      await set.whileFrozen('redis', async () => {
        expect((await deleteAccount(owner)).status).toBe(303);
        await expectAccessRevoked(owner, everything);
      });
      // `finish` skips the minute in which auth still tries to announce the revocation.
      const marker = revocationKey(owner.account.id);
      await eventually(() => onRedis(set, (redis) => redis.exists(marker)), 'the revocation to be announced');
      await sleep(1000);
      await finish(owner);
      await nothingIsLeft(owner);
    },
    240_000,
  );
});
