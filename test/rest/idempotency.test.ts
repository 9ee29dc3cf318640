import { describe, expect } from '@jest/globals';
import { type CallOptions, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { expectProblem } from './answers.ts';
import { item, meal } from './samples.ts';

const day = '2026-10-04';
const lunch = {
  ...meal,
  meal_type: 'lunch',
  eaten_at: `${day}T13:05:00+02:00`,
  items: [{ ...item, weight_g: 1.5 }],
};

const post = (token: string, key: string, body: unknown = lunch, path = '/meals', more: CallOptions = {}) =>
  call('POST', path, { token, body, headers: { 'Idempotency-Key': key }, ...more });
const mealIds = async (token: string): Promise<string[]> =>
  (await call('GET', '/meals', { token, query: { day } })).body.meals.map((one: { id: string }) => one.id);

describe('an idempotency key', () => {
  proves(['C7.replay', 'H22'], 'returns the first answer again and writes nothing', async () => {
    const { token } = await newConnection();
    const creations: [string, object, string][] = [
      ['/meals', lunch, `/meals?day=${day}`],
      ['/wellbeing', { text: 'Fine', recorded_at: `${day}T20:00:00Z` }, `/days/${day}`],
      ['/profiles', { name: 'Other' }, '/profiles'],
    ];
    for (const [path, body, readPath] of creations) {
      const first = await post(token, `key${path}`, body, path);
      expect(first.status).toBe(201);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      const before = (await call('GET', readPath, { token })).body;
      for (let count = 0; count < 2; count += 1) {
        const again = await post(token, `key${path}`, body, path);
        expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
        expect(again.headers.get('idempotency-replayed')).toBe('true');
      }
      expect((await call('GET', readPath, { token })).body).toEqual(before);
    }
  });

  proves(['C7.replay', 'C1.null'], 'recognizes the same input in another notation', async () => {
    const { token } = await newConnection();
    const first = await post(token, 'k');
    const { items, ...rest } = lunch;
    const reordered = {
      items: items.map((item) => Object.fromEntries(Object.entries(item).reverse())),
      ...rest,
    };
    const withNulls = {
      ...lunch,
      notes: null,
      profile_id: null,
      items: [{ ...lunch.items[0], sugar_g: null }],
    };
    const spelled = JSON.stringify(lunch, null, 2).replace('52', '5.2e1').replace('Apple', '\\u0041pple');
    for (const body of [reordered, withNulls, spelled])
      expect(await post(token, 'k', body)).toMatchObject({ status: 201, text: first.text });
    expect(await mealIds(token)).toEqual([first.body.id]);
  });

  proves(['C7.conflict'], 'is refused with a different body or operation', async () => {
    const { token } = await newConnection();
    const first = await post(token, 'k');
    const others = [
      { ...lunch, notes: '' },
      { ...lunch, items: [item] },
      { ...lunch, profile_id: first.body.profile_id },
    ];
    for (const body of others) expectProblem(await post(token, 'k', body), 422, 'idempotency_conflict');
    expectProblem(await post(token, 'k', { text: 'x' }, '/wellbeing'), 422, 'idempotency_conflict');
    expectProblem(await post(token, 'k', { name: 'x' }, '/profiles'), 422, 'idempotency_conflict');
    expect(await mealIds(token)).toEqual([first.body.id]);
    expect((await post(token, 'k')).text).toBe(first.text);
  });

  proves(['C7.twins', 'H22'], 'makes one record when sent many times at once', async () => {
    const { token } = await newConnection();
    const made = [];
    for (const key of ['a', 'b', 'c']) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => post(token, key)));
      const succeeded = answers.filter((answer) => answer.status === 201);
      for (const answer of answers) {
        if (answer.status === 201) continue;
        expectProblem(answer, 409, 'idempotency_in_progress');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(succeeded.filter((answer) => !answer.headers.has('idempotency-replayed'))).toHaveLength(1);
      expect(new Set(succeeded.map((answer) => answer.text)).size).toBe(1);
      made.push(succeeded[0]?.body.id);
    }
    expect((await mealIds(token)).toSorted()).toEqual(made.toSorted());
  });

  proves(
    ['C7.twins', 'C7.conflict'],
    'sent at once with different bodies makes one record and refuses the rest',
    async () => {
      const { token } = await newConnection();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => post(token, 'k', { ...lunch, notes: `${index}` })),
      );
      const created = answers.filter((answer) => answer.status === 201);
      expect(await mealIds(token)).toEqual(created.map((answer) => answer.body.id));
      expect(created).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 201) expect([409, 422]).toContain(answer.status);
    },
  );

  proves(
    ['C7.replay', 'H22'],
    'does not write again after a caller disconnected before the answer',
    async () => {
      const { token } = await newConnection();
      for (const patienceMs of [1, 5, 10, 20]) {
        const signal = AbortSignal.timeout(patienceMs);
        await post(token, `k${patienceMs}`, lunch, '/meals', { signal }).catch(() => {});
        expect((await post(token, `k${patienceMs}`)).status).toBe(201);
      }
      expect(await mealIds(token)).toHaveLength(4);
    },
  );

  proves(['C7.successes'], 'is still free after a refusal', async () => {
    const { token } = await newConnection();
    expectProblem(await post(token, 'k', { ...lunch, items: [] }), 400, 'validation_failed');
    expectProblem(await post(token, 'k', { ...lunch, profile_id: 'prof_unknown' }), 404, 'not_found');
    const created = await post(token, 'k');
    expect(created.status).toBe(201);
    expect(created.headers.get('idempotency-replayed')).toBeNull();
  });

  proves(['C7.key_scope'], 'is independent of other connections, even of the same account', async () => {
    const owner = await newConnection();
    const sameAccount = await newConnection({ email: owner.email });
    const stranger = await newConnection();
    expect(sameAccount.account.id).toBe(owner.account.id);
    for (const { token } of [owner, sameAccount, stranger]) {
      const answer = await post(token, 'k');
      expect(answer.status).toBe(201);
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
    expect(await mealIds(owner.token)).toHaveLength(2);
  });

  proves(['C7.key', 'S7.status'], 'has 1 to 255 visible characters', async () => {
    const { token } = await newConnection();
    for (const key of ['!', '~'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a,b'])
      expect((await post(token, key)).status).toBe(201);
    for (const key of ['', 'a b', 'é', 'a\tb', 'k'.repeat(256)])
      expectProblem(await post(token, key), 400, 'validation_failed', 'header/Idempotency-Key');
    expect(await mealIds(token)).toHaveLength(4);
  });

  proves(['C7.key_lifetime'], 'is free again after 24 hours, even before it is cleaned up', async () => {
    const { token, account } = await newConnection();
    const first = await post(token, 'k');
    await onDatabase(async (db) => {
      const entries = db.collection('idempotency');
      const kept = await entries.findOne({ account_id: account.id });
      const lifetimeMs = kept?.expires_at.getTime() - Date.parse(first.body.created_at);
      expect(Math.abs(lifetimeMs - 86_400_000)).toBeLessThan(60_000);
      expect(JSON.stringify(kept)).not.toContain('Apple');
      await entries.updateOne({ account_id: account.id }, { $set: { expires_at: new Date() } });
    });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(token, 'k', { ...lunch, notes: 'new' })),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers[0]?.body.id).not.toBe(first.body.id);
    expect(await mealIds(token)).toHaveLength(2);
  });
});
