import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { copyMeal } from 'shared/contract/operations/copies.ts';
import { logMeal, type Meal } from 'shared/contract/operations/meals.ts';
import { addDays, daysBetween, sameTimeOn } from 'shared/records/calendar.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord, expectSuccess } from './answers.ts';
import { list, log } from './meal-calls.ts';
import { item, meal } from './samples.ts';

const copy = (token: string, id: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `/meals/${id}/copies`, { token, body, headers });
const copies = async (token: string, id: string, body: object): Promise<Meal[]> =>
  expectSuccess(copyMeal, await copy(token, id, body)).meals;
const newLunch = async (token: string): Promise<Meal> =>
  expectRecord(logMeal, await log(token, { ...logMeal.example.body, notes: 'At work' }));
const mealsOn = async (token: string, day: string): Promise<Meal[]> => (await list(token, day)).body.meals;

describe('a copy of a meal', () => {
  proves(['C11.copies'], 'has its items and figures, and none of its words', async () => {
    const { token, email } = await newConnection({ timeZone: 'Europe/Madrid' });
    const original = await newLunch(token);
    const other = await newConnection({ email, clientName: 'Copying assistant' });
    const days = ['2026-10-07', '2026-10-06'];
    const made = await copies(other.token, original.id, { days });
    expect(made.map(({ day }) => day)).toEqual(days);
    for (const one of made) {
      const { id, created_at, updated_at, ...rest } = one;
      const { meal_type, items, totals, model, confidence, profile_id } = original;
      expect(rest).toEqual({
        ...{ version: 1, profile_id, meal_type, items, totals, model, confidence },
        day: one.day,
        eaten_at: `${one.day}T13:05:00+02:00`,
        description: null,
        notes: null,
        client_name: 'Copying assistant',
        updated_by: null,
        copied_from: original.id,
      });
      expect(await mealsOn(token, one.day)).toEqual([one]);
    }
    expect(await mealsOn(token, original.day)).toEqual([original]);
    const [snack] = await copies(token, original.id, { days: ['2026-10-08'], meal_type: 'snack' });
    expect(snack?.meal_type).toBe('snack');
  });

  proves(['C11.copies'], 'is so many times as large, within the bounds of an item', async () => {
    const { token } = await newConnection();
    const original = await newLunch(token);
    const [third] = await copies(token, original.id, { days: ['2026-10-05'], multiply: 1 / 3 });
    expect(third?.items[0]).toMatchObject({
      kcal: 103.33,
      protein_g: 6,
      fat_g: 2.17,
      weight_g: 116.67,
      portion: 'one bowl',
      confidence: null,
    });
    expect(third?.totals).toMatchObject({ kcal: 156.67, fiber_g: 4, sugar_g: null });
    const [whole] = await copies(token, third?.id ?? '', { days: ['2026-10-06'], multiply: 3 });
    expect(whole?.totals).toEqual(original.totals);
    for (const multiply of [0, -1, 100.01, 65])
      expectProblem(
        await copy(token, original.id, { days: ['2026-10-07'], multiply }),
        400,
        'validation_failed',
        '/multiply',
      );
    const { body } = await copy(token, original.id, { days: ['2026-10-07'], multiply: 0.00001 });
    expect(body.issues).toEqual([
      {
        pointer: '/multiply',
        code: 'too_small',
        message: 'would make weight_g of i1 0.0035, which must be 0.01 or more',
      },
    ]);
    expect(await mealsOn(token, '2026-10-07')).toEqual([]);
  });

  proves(['C11.copies'], 'is eaten at the same time of day, wherever the offset is another', () => {
    const cases: [sent: string, day: string, text: string][] = [
      ['2026-10-04T13:05:00+02:00', '2026-12-01', '2026-12-01T13:05:00+01:00'],
      ['2026-12-01T08:30:15.250+01:00', '2026-10-04', '2026-10-04T08:30:15.250+02:00'],
      // The place is not told: it is that of the profile.
      ['2026-10-04T22:30:00Z', '2026-12-01', '2026-12-01T00:30:00+01:00'],
      ['2026-10-04T22:30:00-00:00', '2026-12-01', '2026-12-01T00:30:00+01:00'],
      // On a journey.
      ['2026-10-04T13:05:00-05:00', '2026-12-01', '2026-12-01T13:05:00-05:00'],
      ['2026-10-04T13:05:00+14:00', '2026-12-01', '2026-12-01T13:05:00+14:00'],
      // An hour that a day lacks, or has twice.
      ['2026-03-28T02:30:00+01:00', '2026-03-29', '2026-03-29T02:30:00+02:00'],
      ['2026-10-24T02:30:00+02:00', '2026-10-25', '2026-10-25T02:30:00+02:00'],
    ];
    for (const [sent, day, text] of cases)
      expect([sent, day, sameTimeOn(day, sent, 'Europe/Madrid')]).toEqual([sent, day, text]);
  });

  proves(['C11.copies', 'C10.notices'], 'tells of its days what may not be meant', async () => {
    const { token } = await newConnection();
    const original = await newLunch(token);
    const days = ['2999-01-01', original.day, '2001-01-01'];
    const { meals, notices } = expectSuccess(copyMeal, await copy(token, original.id, { days }));
    expect(meals).toHaveLength(3);
    expect(notices.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer])).toEqual([
      ['in_the_future', '/days/0'],
      ['long_ago', '/days/2'],
      ['repeated', ''],
    ]);
    expect(notices[2].message).toContain(original.id);
  });
});

describe('copies', () => {
  proves(['C11.copies', 'C1.named'], 'go to 1 to 31 days, each once', async () => {
    const { token } = await newConnection();
    const { id } = await newLunch(token);
    const days = daysBetween('2026-10-05', addDays('2026-10-05', 31));
    for (const [body, pointer] of [
      [{ days: [] }, '/days'],
      [{ days }, '/days'],
      [{}, '/days'],
      [{ days: ['2026-10-05', '2026-10-06', '2026-10-05'] }, '/days/2'],
      [{ days: ['2026-02-29'] }, '/days/0'],
      [{ days: ['2026-10-05'], meal_type: 'tea' }, '/meal_type'],
      [{ days: ['2026-10-05'], description: 'x' }, '/description'],
    ] as const)
      expectProblem(await copy(token, id, body), 400, 'validation_failed', pointer);
    expect(await mealsOn(token, '2026-10-05')).toEqual([]);
    expect(
      await copies(token, id, { days: days.slice(0, 31), meal_type: null, multiply: null }),
    ).toHaveLength(31);
    expectProblem(await copy(token, 'meal_unknown', { days: ['2026-10-05'] }), 404, 'not_found');
  });

  proves(['C11.copies'], 'are all stored or none, and each day has its room', async () => {
    const { token, account } = await newConnection();
    const original = await newLunch(token);
    const full = '2026-10-09';
    const taken = expectRecord(
      logMeal,
      await log(token, { ...meal, eaten_at: `${full}T12:00:00Z`, items: [item] }),
    );
    await onDatabase((db) =>
      db
        .collection<{ _id: string }>('meals')
        .updateOne({ _id: taken.id, account_id: account.id }, { $set: { size: LIMITS.dayBytes } }),
    );
    // So many that the process looks again.
    const days = daysBetween('2026-10-05', full);
    let answer = await copy(token, original.id, { days });
    for (let count = 0; answer.status === 201 && count < 40; count += 1)
      answer = await copy(token, original.id, { days });
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.detail).toContain(full);
    const counts = await Promise.all(days.map(async (day) => (await mealsOn(token, day)).length));
    expect(new Set(counts.slice(0, -1)).size).toBe(1);
    expect(counts.at(-1)).toBe((counts[0] ?? 0) + 1);
  });

  proves(['C11.copies', 'C7.replay', 'C7.conflict'], 'with one key are made once', async () => {
    const { token } = await newConnection();
    const [original, other] = [await newLunch(token), await newLunch(token)];
    const send = (id: string, days: string[]) => copy(token, id, { days }, { 'Idempotency-Key': 'k' });
    const first = await send(original.id, ['2026-10-05', '2026-10-06']);
    expectSuccess(copyMeal, first);
    const twins = await Promise.all(
      Array.from({ length: 4 }, () => send(original.id, ['2026-10-05', '2026-10-06'])),
    );
    for (const { status, text } of twins) expect([status, text]).toEqual([201, first.text]);
    expectProblem(await send(original.id, ['2026-10-05']), 422, 'idempotency_conflict');
    expectProblem(await send(other.id, ['2026-10-05', '2026-10-06']), 422, 'idempotency_conflict');
    expect(await mealsOn(token, '2026-10-05')).toHaveLength(1);
  });
});
