import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Answer, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

/** Sends a call with its key until it is answered. */
const persist = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status < 300) return answer;
    if (answer && ![409, 503, 504].includes(answer.status)) throw new Error(answer.text);
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? 1));
  }
};

proves(
  ['H26', 'H22', 'C10.kept', 'C7.replay'],
  'a correction retried through crashes is made once, together with the version that it ended',
  async () => {
    const parts = Object.keys(await set.parts());
    const victims = ['diary', 'mongo-gateway', 'mongod'].filter((part) => parts.includes(part));
    for (const victim of victims) {
      const { token, account } = await newConnection({ set });
      const food = { name: 'Rice', kcal: 1, protein_g: 0, carbs_g: 0, fat_g: 0 };
      const body = { meal_type: 'lunch', items: [food] };
      const { id } = (
        await persist(() => call('POST', '/meals', { set, token, body, headers: { 'idempotency-key': 'm' } }))
      ).body;
      const corrections = Array.from({ length: 10 }, (_, index) =>
        persist(() =>
          call('PATCH', `/meals/${id}`, {
            ...{ set, token, body: { multiply: 2 } },
            headers: { 'idempotency-key': `k${index}` },
          }),
        ),
      );
      await Promise.race(corrections);
      await set.kill(victim, 'SIGKILL');
      await Promise.all(corrections);
      const { record } = (await persist(() => call('GET', `/records/${id}`, { set, token }))).body;
      expect([victim, record.version, record.totals.kcal]).toEqual([victim, 11, 2 ** 10]);
      const ended = await onDatabase(
        (db) => db.collection('versions').find({ account_id: account.id }).sort({ version: 1 }).toArray(),
        set,
      );
      expect(ended.map(({ version, ended }) => [version, ended.sums.kcal])).toEqual(
        Array.from({ length: 10 }, (_, index) => [index + 2, 2 ** index]),
      );
    }
  },
);
