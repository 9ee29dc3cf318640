import { describe, expect } from '@jest/globals';
import type { Food } from 'shared/contract/operations/foods.ts';
import { findFoods } from 'shared/contract/operations/foods.ts';
import { addDays, today } from 'shared/records/calendar.ts';
import { searchWords } from '../../services/diary/src/foods/search-words.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { log } from './meal-calls.ts';
import { item } from './samples.ts';

const find = async (token: string, query: Record<string, string> = {}): Promise<Food[]> =>
  expectSuccess(findFoods, await call('GET', '/foods', { token, query })).foods;
const names = async (token: string, q: string): Promise<string[]> =>
  (await find(token, { q, limit: '50' })).map(({ name }) => name).sort();
const mealOf = (eaten_at: string, ...items: object[]) => ({ meal_type: 'other', eaten_at, items });

describe('the foods of a person', () => {
  proves(['C11.foods'], 'are grouped by name, most often first, as they were last eaten', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const day = today('UTC');
    const figures = { weight_g: 250, fiber_g: 4, sugar_g: 1, sodium_mg: 3 };
    const last = await log(
      token,
      mealOf(
        `${day}T00:01:00Z`,
        { ...item, name: 'Pear' },
        { ...item, name: ' oat  PORRIDGE', portion: 'one bowl', kcal: 180, ...figures },
      ),
    );
    // Recorded later, but eaten before.
    const before = addDays(day, -30);
    await log(
      token,
      mealOf(`${before}T08:00:00Z`, { ...item, name: 'Oat porridge' }, { ...item, name: 'Soup' }),
    );
    await log(
      token,
      mealOf(`${before}T09:00:00Z`, { ...item, name: 'Oat Porridge' }, { ...item, name: 'Soup' }),
    );
    const foods = await find(token);
    expect(foods.map(({ name, count, last_day }) => [name, count, last_day])).toEqual([
      [' oat  PORRIDGE', 3, day],
      ['Soup', 2, before],
      ['Pear', 1, day],
    ]);
    const nothing = { portion: null, weight_g: null, fiber_g: null, sugar_g: null, sodium_mg: null };
    const { protein_g, carbs_g, fat_g } = item;
    expect(foods[0]).toEqual({
      name: ' oat  PORRIDGE',
      count: 3,
      last_day: day,
      portion: 'one bowl',
      kcal: 180,
      ...{ protein_g, carbs_g, fat_g },
      ...figures,
      meal_id: last.body.id,
      item_id: 'i2',
    });
    expect(foods[2]).toMatchObject({ ...nothing, meal_id: last.body.id, item_id: 'i1' });
    expect(await find(token, { limit: '1' })).toEqual(foods.slice(0, 1));
    expect(await find(token, { q: 'POR' })).toEqual(foods.slice(0, 1));
    await call('DELETE', `/meals/${last.body.id}`, { token });
    expect((await find(token)).map(({ name, count }) => [name, count])).toEqual([
      ['Oat Porridge', 2],
      ['Soup', 2],
    ]);
  });

  proves(['C11.foods'], 'are those of the last 366 days in one profile', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const day = today('UTC');
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Child' } })).body;
    const eaten = (days: number, name: string, more: object = {}) =>
      log(token, { ...mealOf(`${addDays(day, days)}T12:00:00+00:00`, { ...item, name }), ...more });
    await eaten(-365, 'First day');
    await eaten(-366, 'A day too old');
    await eaten(1, 'Where it is tomorrow');
    await eaten(2, 'Never yet');
    await eaten(0, 'Of a child', { profile_id });
    expect((await find(token)).map(({ name }) => name)).toEqual(['Where it is tomorrow', 'First day']);
    expect((await find(token, { profile_id })).map(({ name }) => name)).toEqual(['Of a child']);
    const stranger = await newConnection();
    expect(await find(stranger.token)).toEqual([]);
    const foreign = await call('GET', '/foods', { token: stranger.token, query: { profile_id } });
    expectProblem(foreign, 404, 'not_found');
  });

  proves(['C11.search'], 'are found by the beginnings of their words, without case and accents', async () => {
    const { token } = await newConnection();
    const all = [
      'Piña colada',
      'Crème brûlée',
      'Борщ с курицей',
      'Йогурт',
      'Зелёный чай',
      'Coca-Cola',
      'Łosoś',
      '100% rye',
    ];
    await log(token, { meal_type: 'other', items: all.map((name) => ({ ...item, name })) });
    const found: [q: string, name: string[]][] = [
      ['pina', ['Piña colada']],
      ['COL pi', ['Piña colada']],
      ['piña cola', ['Piña colada']],
      ['creme', ['Crème brûlée']],
      ['BRULEE cr\u00e8me', ['Crème brûlée']],
      ['борщ', ['Борщ с курицей']],
      ['КУР', ['Борщ с курицей']],
      ['иогурт', ['Йогурт']],
      ['йогурт', ['Йогурт']],
      ['зелен', ['Зелёный чай']],
      ['cola', ['Coca-Cola', 'Piña colada']],
      ['losos', ['Łosoś']],
      ['rye 100%', ['100% rye']],
      ['orscht', []],
      ['орщ', []],
      ['pina tea', []],
      ['', all.toSorted()],
      [' - ', all.toSorted()],
    ];
    for (const [q, expected] of found) expect([q, await names(token, q)]).toEqual([q, expected]);
    expect(searchWords('  Тёплый  ÇAY, (İstanbul)')).toEqual(['теплыи', 'cay', 'istanbul']);
  });

  proves(['C11.foods', 'C1.named'], 'are 10 unless 1 to 50 are asked for', async () => {
    const { token } = await newConnection();
    const items = Array.from({ length: 50 }, (_, index) => ({ ...item, name: `Food ${index}` }));
    await log(token, { meal_type: 'other', items });
    await log(token, { meal_type: 'other', items: [{ ...item, name: 'Food 50' }] });
    expect(await find(token)).toHaveLength(10);
    expect(await find(token, { limit: '50' })).toHaveLength(50);
    for (const limit of ['0', '51', '-1', '1.5', '1e1', '0x10', ' 5', '+5', '05', '', 'NaN', 'ten'])
      expectProblem(
        await call('GET', '/foods', { token, query: { limit } }),
        400,
        'validation_failed',
        'query/limit',
      );
    expectProblem(
      await call('GET', '/foods', { token, query: { q: 'x'.repeat(201) } }),
      400,
      'validation_failed',
      'query/q',
    );
    const twice = await call('GET', '/foods?limit=1&limit=2', { token });
    expectProblem(twice, 400, 'validation_failed', 'query/limit');
  });
});
