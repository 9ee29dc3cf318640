import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { revocationKey } from 'shared/calls/introspection.ts';
import { ERASURE_DONE_QUEUE } from 'shared/queues/erasure-queue.ts';
import { erasingService } from 'shared/records/account.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import {
  addEverything,
  ageErasure,
  deleteAccount,
  expectAccessRevoked,
  expectTokensRefused,
  finish,
  firstSweepsOf,
  newOwner,
  nothingIsLeft,
  type Owner,
  writeLate,
} from './erasure-steps.ts';
import { onRedis, tracesOf } from './traces.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

describe('an interrupted erasure', () => {
  const killAll = async () => {
    for (const service of erasingService.options) await set.kill(service, 'SIGKILL');
  };

  const isBack = () =>
    eventually(
      async () => (await fetch(`${set.url}/health`).catch(() => undefined))?.ok,
      'the set to be whole again',
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
  const LAST = ['call_log', 'idempotency', 'versions'];

  /** Kills every service in the middle of its sweep. */
  const killHalfWay = async (owner: Owner, letGo: () => Promise<void>) => {
    const isHalfWay = async () => `${await heldBy(owner)}` === `${LAST}`;
    await eventually(isHalfWay, 'the sweeps to be half-way').finally(async () => {
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
      const late = ['call_log', 'idempotency', 'meals', 'sessions', 'share_links', 'versions'];
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
      await eventually(async () => {
        await ageErasure(owner);
        return (await reports()) >= 2;
      }, 'two reports').finally(async () => {
        await set.kill('auth', 'SIGKILL');
        await letAccountGo();
      });
      await isBack();
      await finish(owner);
      await nothingIsLeft(owner);
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
  );

  proves(
    ['A.erasure_resumes'],
    'goes on in the other services, however many accounts wait for one that is away',
    async () => {
      const owner = await newOwner(set);
      await addEverything(owner);
      const since = new Date(Date.now() - 120_000);
      const waiting = Array.from({ length: 150 }, (_, index) => `acc_waiting_${index}`);
      await set.whileFrozen('reports', async () => {
        await onDatabase(
          (db) =>
            db.collection<{ _id: string }>('accounts').insertMany(
              waiting.map((_id) => ({
                _id,
                email_key: _id,
                erasing: { since, email_key: _id, done: ['auth', 'diary'] },
              })),
            ),
          set,
        );
        await deleteAccount(owner);
        await eventually(
          async () => !(await heldBy(owner)).some((name) => ['meals', 'call_log'].includes(name)),
          'diary and auth to sweep',
        );
      });
      await finish(owner);
      await nothingIsLeft(owner);
    },
  );

  proves(['A.erasure'], 'refuses its tokens also once the account is gone', async () => {
    const owner = await newOwner(set);
    const { token } = owner;
    expect(await meStatus(token, set)).toBe(200);
    await deleteAccount(owner);
    await finish(owner);
    await expectTokensRefused([token], set);
    await nothingIsLeft(owner);
  });

  proves(['A.erasure_resumes'], 'starts again when Redis has lost its queues', async () => {
    const owner = await newOwner(set);
    await deleteAccount(owner);
    await firstSweepsOf(owner);
    await onRedis(set, (redis) => redis.flushall());
    await firstSweepsOf(owner);
    await finish(owner);
    await nothingIsLeft(owner);
  });

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
  );
});
