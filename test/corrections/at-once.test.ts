import { describe, expect } from '@jest/globals';
import { inTransaction } from 'shared/store/mongo.ts';
import { createHistoryStore, type Standing } from '../../services/diary/src/history/history-store.ts';
import { createRestoreRecord } from '../../services/diary/src/history/restore-record.ts';
import { BY_PERSON, createRecordChanges } from '../../services/diary/src/records/record-changes.ts';
import { expectProblem } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { DAY, newLunch, patch, read, succeed } from './calls.ts';

describe('corrections at once', () => {
  proves(
    ['H26', 'C10.kept'],
    'are all applied, and nobody reads the meal twice, halved or not at all',
    async () => {
      const { token, account } = await newConnection();
      const meal = await newLunch(token, {
        items: [{ name: 'Rice', kcal: 1, protein_g: 0, carbs_g: 1, fat_g: 0, weight_g: 1 }],
      });
      const reader = await newConnection({ email: account.email });
      const seen: { kcal: number; totals: { kcal: number } }[] = [];
      let isDone = false;
      const reading = (async () => {
        while (!isDone && seen.length < 80) {
          const { meals } = await succeed(
            call('GET', '/meals', { token: reader.token, query: { day: DAY } }),
          );
          expect(meals).toHaveLength(1);
          seen.push({ kcal: meals[0].items[0].kcal, totals: meals[0].totals });
          expect(meals[0].items[0].kcal).toBe(meals[0].items[0].weight_g);
        }
      })();
      const factors = [2, 2, 2, 2, 2, 2, 2, 2];
      const answers = await Promise.all(
        factors.map((multiply) => succeed(patch(token, `/meals/${meal.id}`, { multiply }))),
      );
      isDone = true;
      await reading;
      expect(answers.map(({ items }) => items[0].kcal).toSorted((a, b) => a - b)).toEqual([
        2, 4, 8, 16, 32, 64, 128, 256,
      ]);
      for (const { kcal, totals } of seen) expect(totals.kcal).toBe(kcal);
      expect((await read(token, meal.id)).versions).toHaveLength(9);
    },
  );

  proves(['H26', 'C7.twins', 'C7.replay'], 'with one key multiply once', async () => {
    const { token } = await newConnection();
    const meal = await newLunch(token);
    const headers = { 'idempotency-key': 'twice' };
    const send = () => patch(token, `/meals/${meal.id}`, { multiply: 2 }, { headers });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await read(token, meal.id)).record).toMatchObject({ version: 2, totals: { kcal: 360 } });
    const elsewhere = await newLunch(token);
    expectProblem(
      await patch(token, `/meals/${elsewhere.id}`, { multiply: 2 }, { headers }),
      422,
      'idempotency_conflict',
    );
  });

  proves(['H26', 'C10.conditions'], 'with one condition are applied once', async () => {
    const { token } = await newConnection();
    const meal = await newLunch(token);
    const headers = { 'if-match': '"1"' };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((notes) => patch(token, `/meals/${meal.id}`, { notes }, { headers })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect((await read(token, meal.id)).record.version).toBe(2);
  });

  proves(['H26'], 'that move a meal to another day leave it on one of the two', async () => {
    const { token, account } = await newConnection();
    const meal = await newLunch(token);
    const reader = await newConnection({ email: account.email });
    const days = [DAY, '2026-10-05'] as const;
    const query = { from: days[0], to: days[1] };
    let isDone = false;
    const seen: number[][] = [];
    const reading = (async () => {
      while (!isDone && seen.length < 100) {
        const range = await succeed(call('GET', '/days', { token: reader.token, query }));
        seen.push(range.days.map(({ meal_count }: { meal_count: number }) => meal_count));
      }
    })();
    for (let count = 1; count <= 30; count += 1)
      await succeed(patch(token, `/meals/${meal.id}`, { eaten_at: `${days[count % 2]}T13:05:00+02:00` }));
    isDone = true;
    await reading;
    expect(seen.length).toBeGreaterThan(5);
    for (const counts of seen)
      expect([
        [1, 0],
        [0, 1],
      ]).toContainEqual(counts);
  });

  proves(['H26', 'C10.kept'], 'that delete a meal and put it back leave it known all the time', async () => {
    const { token, account } = await newConnection();
    const { id } = await newLunch(token);
    await onDatabase(async (db) => {
      const history = createHistoryStore(db);
      const changes = createRecordChanges(db);
      const restore = createRestoreRecord({ history, changes });
      let isDone = false;
      let known = 0;
      const read = async (): Promise<void> => {
        while (!isDone) {
          expect(await history.standing(account.id, id)).toMatchObject({ record: { _id: id } });
          known += 1;
        }
      };
      const reading = Promise.all([read(), read(), read()]).finally(() => {
        isDone = true;
      });
      for (let count = 1; count <= 60 && !isDone; count += 1) {
        await inTransaction(db.client, (transaction) =>
          changes.remove('meal', { _id: id, account_id: account.id }, BY_PERSON, transaction),
        );
        await inTransaction(db.client, async (transaction) => {
          const deleted = (await history.standing(account.id, id, transaction)) as Standing;
          await restore(deleted, undefined, BY_PERSON, transaction);
        });
      }
      isDone = true;
      await reading;
      expect(known).toBeGreaterThan(60);
    });
  });
});
