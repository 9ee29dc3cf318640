import { describe, expect } from '@jest/globals';
import { logMeal, mealType } from 'shared/contract/operations/meals.ts';
import { newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { log } from './meal-calls.ts';
import { item, meal } from './samples.ts';

describe('the bounds of a meal', () => {
  const full = {
    name: '\u{1F34E}'.repeat(200),
    description: 'd'.repeat(500),
    portion: 'p'.repeat(120),
    weight_g: 20_000,
    kcal: 20_000,
    protein_g: 2000,
    carbs_g: 2000,
    fat_g: 2000,
    fiber_g: 500,
    sugar_g: 2000,
    sodium_mg: 100_000,
    confidence: 1,
  };
  const top = {
    description: 'd'.repeat(2000),
    model: 'm'.repeat(120),
    notes: 'n'.repeat(1000),
    confidence: 1,
  };
  const zero = {
    ...item,
    kcal: 0,
    protein_g: 0,
    carbs_g: 0,
    fat_g: 0,
    fiber_g: 0,
    sugar_g: 0,
    sodium_mg: 0,
    confidence: 0,
  };

  proves(['S2.meal_bounds', 'C3.coverage'], 'are themselves accepted', async () => {
    const { token } = await newConnection();
    const largest = expectSuccess(
      logMeal,
      await log(token, { ...meal, ...top, items: Array(50).fill(full) }),
    );
    expect(largest).toMatchObject({ ...top, items: Array(50).fill(full) });
    const all = { known: 50, of: 50 };
    expect(largest.totals).toEqual({
      kcal: 1_000_000,
      protein_g: 100_000,
      carbs_g: 100_000,
      fat_g: 100_000,
      fiber_g: 25_000,
      sugar_g: 100_000,
      sodium_mg: 5_000_000,
      weight_g: 1_000_000,
      coverage: { fiber_g: all, sugar_g: all, sodium_mg: all, weight_g: all },
    });
    for (const meal_type of mealType.options)
      expectSuccess(
        logMeal,
        await log(token, { meal_type, confidence: 0, items: [{ ...zero, weight_g: 0.01 }] }),
      );
  });

  proves(['S2.meal_bounds', 'S7.status'], 'cannot be exceeded', async () => {
    const { token } = await newConnection();
    const tooMuch = {
      name: `${full.name}x`,
      description: 'd'.repeat(501),
      portion: 'p'.repeat(121),
      weight_g: 20_001,
      kcal: 20_000.1,
      protein_g: 2001,
      carbs_g: 2001,
      fat_g: 2001,
      fiber_g: 501,
      sugar_g: 2001,
      sodium_mg: 100_001,
      confidence: 1.01,
    };
    const tooLittle = {
      weight_g: 0.009,
      kcal: -1,
      protein_g: -0.1,
      carbs_g: -1,
      fat_g: -1,
      fiber_g: -1,
      sugar_g: -1,
      sodium_mg: -1,
      confidence: -0.01,
    };
    const noNumber = { kcal: '52', protein_g: null, carbs_g: undefined };
    const wrongItems = [tooMuch, tooLittle, noNumber].flatMap((fields) => Object.entries<unknown>(fields));
    for (const [field, value] of wrongItems) {
      const answer = await log(token, { ...meal, items: [item, { ...item, [field]: value }] });
      expectProblem(answer, 400, 'validation_failed', `/items/1/${field}`);
    }
    const wrong = {
      meal_type: 'brunch',
      items: [],
      confidence: 1.5,
      model: 'm'.repeat(121),
      notes: 'n'.repeat(1001),
      description: 'd'.repeat(2001),
    };
    for (const [field, value] of Object.entries(wrong))
      expectProblem(await log(token, { ...meal, [field]: value }), 400, 'validation_failed', `/${field}`);
    expectProblem(
      await log(token, { ...meal, items: Array(51).fill(item) }),
      400,
      'validation_failed',
      '/items',
    );
    const untyped = await log(token, { items: [item] });
    expectProblem(untyped, 400, 'validation_failed', '/meal_type');
    expect(untyped.body.detail).toBe('/meal_type is required.');
    expectProblem(await log(token, { meal_type: 'snack' }), 400, 'validation_failed', '/items');
  });

  proves(['C1.visible'], 'require a visible name', async () => {
    const { token } = await newConnection();
    for (const name of ['', ' ', '\u200B\u2060', '\u3164', '\u2800', '\t\n', 'a\0b', '\uD83E'])
      expectProblem(
        await log(token, { ...meal, items: [{ ...item, name }] }),
        400,
        'validation_failed',
        '/items/0/name',
      );
    for (const name of ['.', '1', '\u{1F34E}', 'я'])
      expectSuccess(logMeal, await log(token, { ...meal, items: [{ ...item, name }] }));
  });
});
