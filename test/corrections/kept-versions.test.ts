import { describe, expect } from '@jest/globals';
import type { Db, Document } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { inTransaction } from 'shared/store/mongo.ts';
import { BY_PERSON, createRecordChanges } from '../../services/diary/src/records/record-changes.ts';
import { createRecordStore } from '../../services/diary/src/records/record-store.ts';
import { recordIn } from '../rest/answers.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';

const DAY = '2026-10-04';

/** What is kept of an account, the oldest first. */
const keptOf = (accountId: string): Promise<Document[]> =>
  onDatabase((db) => db.collection('versions').find({ account_id: accountId }).sort({ _id: 1 }).toArray());

const put = async (token: string, path: string, body: object, headers = {}) => {
  const answer = await call('PUT', `/days/${DAY}/${path}`, { token, body, headers });
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('a version that ends', () => {
  proves(['C10.kept', 'C3.version'], 'is kept when a PUT replaces it', async () => {
    const { token, account } = await newConnection({ clientName: 'Watch app' });
    const first = await put(token, 'activity', { steps: 10 });
    const second = await put(token, 'activity', { steps: 20 });
    const by = { by: 'assistant', client_name: 'Watch app' };
    expect(second).toMatchObject({ id: first.id, version: 2, updated_by: by, created_at: first.created_at });
    expect(await keptOf(account.id)).toMatchObject([
      {
        record_id: first.id,
        profile_id: first.profile_id,
        kind: 'activity',
        version: 2,
        action: 'replaced',
        by,
        at: new Date(second.updated_at),
        day: DAY,
        title: 'activity: 20 steps',
        ended: { _id: first.id, version: 1, steps: 10, updated_by: null },
      },
    ]);
  });

  proves(['C10.kept', 'C1.deleted'], 'is kept when the record is deleted', async () => {
    const { token, account } = await newConnection();
    const { body } = await call('POST', '/meals', { token, body: meal });
    expect(await keptOf(account.id)).toEqual([]);
    expect((await call('DELETE', `/meals/${body.id}`, { token })).body).toEqual({
      deleted: true,
      id: body.id,
    });
    expect((await call('DELETE', `/meals/${body.id}`, { token })).status).toBe(404);
    expect(await keptOf(account.id)).toMatchObject([
      { record_id: body.id, version: 2, action: 'deleted', title: 'snack: apple', ended: { version: 1 } },
    ]);
  });

  proves(['C10.unchanged'], 'is none where a PUT says what is stored', async () => {
    const { token, account } = await newConnection();
    const night = { bedtime: '23:40', score: 84 };
    const first = await put(token, 'sleep', night);
    expect(await put(token, 'sleep', { ...night, hrv_ms: null })).toEqual(first);
    const other = await newConnection({ email: account.email, clientName: 'Other' });
    expect(await put(other.token, 'sleep', night)).toEqual(first);
    expect(await keptOf(account.id)).toEqual([]);
  });

  proves(['C7.replay', 'C7.conflict', 'C7.key'], 'is one for each key of a PUT or DELETE', async () => {
    const { token, account } = await newConnection();
    const first = await put(token, 'activity', { steps: 1 }, { 'idempotency-key': 'a' });
    const second = await put(token, 'activity', { steps: 2 }, { 'idempotency-key': 'b' });
    expect(await put(token, 'activity', { steps: 1 }, { 'idempotency-key': 'a' })).toEqual(first);
    const otherDay = { token, body: { steps: 1 }, headers: { 'idempotency-key': 'a' } };
    expect((await call('PUT', '/days/2026-10-05/activity', otherDay)).status).toBe(422);
    const deletion = { token, headers: { 'idempotency-key': 'c' } };
    for (const replayed of [null, 'true']) {
      const { status, headers } = await call('DELETE', `/activity/${second.id}`, deletion);
      expect([status, headers.get('idempotency-replayed')]).toEqual([200, replayed]);
    }
    expect((await keptOf(account.id)).map(({ version }) => version)).toEqual([2, 3]);
  });

  proves(['C10.kept', 'H26'], 'is kept once by each of many changes at once, in some order', async () => {
    const { token, account } = await newConnection();
    await put(token, 'activity', { steps: 0 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => put(token, 'activity', { steps: index + 1 })),
    );
    const versions = answers.map(({ version }) => version).toSorted((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const last = answers.find(({ version }) => version === 9);
    expect((await call('GET', `/days/${DAY}`, { token })).body.activity).toEqual(recordIn(last));
    const kept = await keptOf(account.id);
    expect(new Set([...kept.map(({ ended }) => ended.steps), last.steps])).toEqual(
      new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    );
  });
});

/** Changes the notes of a meal so many times, as diary does; `then` is within each transaction. */
const changeOften = async (
  db: Db,
  accountId: string,
  id: string,
  times: number,
  then = () => {},
): Promise<void> => {
  const records = createRecordStore(db);
  const changes = createRecordChanges(db);
  for (let count = 0; count < times; count += 1)
    await inTransaction(db.client, async (transaction) => {
      const found = await records.find(accountId, 'meal', id, transaction);
      if (!found) throw new Error('the meal is gone');
      const next = { ...found, notes: `${found.version}` };
      await changes.replace('meal', found, next, { action: 'updated', by: BY_PERSON }, transaction);
      then();
    });
};

proves(['C10.kept', 'H26'], 'a change whose version cannot be kept is not made', async () => {
  const { token, account } = await newConnection();
  const { body: stored } = await call('POST', '/meals', { token, body: meal });
  const change = () => call('PATCH', `/meals/${stored.id}`, { token, body: { notes: 'Changed' } });
  // What stands in the place of the version that the change would keep.
  const obstacle = { account_id: account.id, record_id: stored.id, version: 2 };
  await onDatabase((db) => db.collection('versions').insertOne({ ...obstacle }));
  expect((await change()).status).toBe(503);
  const { meals } = (await call('GET', '/meals', { token, query: { day: stored.day } })).body;
  expect(meals).toEqual([recordIn(stored)]);
  await onDatabase((db) => db.collection('versions').deleteOne(obstacle));
  expect((await change()).body).toMatchObject({ version: 2, notes: 'Changed' });
});

proves(
  ['C10.kept', 'H26'],
  'a change that ends before it is committed leaves neither of its writes',
  async () => {
    const { token, account } = await newConnection();
    const { body: stored } = await call('POST', '/meals', { token, body: meal });
    const ended = onDatabase((db) =>
      changeOften(db, account.id, stored.id, 1, () => {
        throw new Error('killed');
      }),
    );
    await expect(ended).rejects.toThrow('killed');
    expect(await keptOf(account.id)).toEqual([]);
    const { meals } = (await call('GET', '/meals', { token, query: { day: stored.day } })).body;
    expect(meals).toEqual([recordIn(stored)]);
  },
);

proves(
  ['C10.kept'],
  'a change is never before the one that it follows, whatever the clock says',
  async () => {
    const { token } = await newConnection();
    const { body: stored } = await call('POST', '/meals', { token, body: meal });
    const updated_at = new Date(Date.now() + 24 * 3_600_000);
    await onDatabase((db) => db.collection('meals').updateOne({ _id: stored.id }, { $set: { updated_at } }));
    for (const notes of ['One', 'Two']) {
      const { body } = await call('PATCH', `/meals/${stored.id}`, { token, body: { notes } });
      expect(new Date(body.updated_at)).toEqual(updated_at);
    }
    const { changes } = (await call('GET', '/changes', { token })).body;
    expect(changes.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
  },
);

proves(['C10.kept_most'], 'of a record the first version and the newest are kept', async () => {
  const { token, account } = await newConnection();
  const { body } = await call('POST', '/meals', { token, body: meal });
  await onDatabase((db) => changeOften(db, account.id, body.id, 120));
  const ended = (await keptOf(account.id)).map(({ ended }) => ended.version);
  const newest = Array.from({ length: LIMITS.versionsOfRecord - 1 }, (_, index) => 120 - 98 + index);
  expect(ended.toSorted((a, b) => a - b)).toEqual([1, ...newest]);
});

proves(['C10.kept_most'], 'of an account whose history is full the oldest go', async () => {
  const { token, account } = await newConnection();
  const food = { ...meal.items[0], name: 'x'.repeat(200), description: '\u{1f600}'.repeat(500) };
  const { body } = await call('POST', '/meals', { token, body: { ...meal, items: Array(50).fill(food) } });
  await onDatabase(async (db) => {
    const versions = db.collection('versions');
    // Nearly full already; it is the counted size that matters.
    const entry = { account_id: account.id, profile_id: body.profile_id, kind: 'meal', ended: {} };
    const megabytes = LIMITS.historyBytes / 1024 / 1024;
    await versions.insertMany(
      Array.from({ length: megabytes }, (_, index) => ({
        ...entry,
        record_id: `meal_${index}`,
        version: 2,
        at: new Date(Date.now() - 1000 * (1000 - index)),
        bytes: 1024 * 1024,
      })),
    );
    await changeOften(db, account.id, body.id, 12);
    const kept = await versions.find({ account_id: account.id }).sort({ at: 1 }).toArray();
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(
      LIMITS.historyBytes + 1024 * 1024,
    );
    expect(kept[0]?.record_id).not.toBe('meal_0');
    expect(kept.filter(({ record_id }) => record_id === body.id)).toHaveLength(12);
  });
});
