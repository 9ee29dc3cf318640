import type { LogMealInput, Meal } from 'shared/contract/operations/meals.ts';
import { addPeople } from '../../test/support/diary-people.ts';
import type { ServiceSet } from '../../test/support/set.ts';
import { startBaseline } from '../baselines/start-baseline.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import { drive } from '../measuring/load.ts';
import { median } from '../measuring/measure.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';

const item = {
  name: 'Oat porridge',
  portion: 'one bowl',
  weight_g: 250,
  kcal: 180,
  protein_g: 6,
  carbs_g: 30,
  fat_g: 4,
  fiber_g: 4,
};
/** A meal with so many items. */
export const mealOf = (items: number): LogMealInput => ({
  meal_type: 'lunch',
  description: 'What I had today',
  model: 'bench',
  items: Array.from({ length: items }, () => item),
});
/** The header of a body. */
export const json = { 'content-type': 'application/json' };

/** Stores a meal. Returns its id. */
const storeMeal = async ({ base }: ServiceSet, token: string, meal: object): Promise<string> => {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const answer = await fetch(`${base}/meals`, { method: 'POST', headers, body: JSON.stringify(meal) });
  if (answer.status !== 201) throw new Error(`a meal was answered with ${answer.status}`);
  return ((await answer.json()) as Meal).id;
};

/** What storing a meal and reading a day cost beside the database's own share of it. */
export const records = async (bench: BenchSet): Promise<Figure[]> => {
  const body = JSON.stringify(mealOf(5));
  const stored = await storeMeal(bench.set, bench.nextPerson('write').token, mealOf(5));
  const load = { requests: 500, connections: 16, processes: bench.processes() };
  const baseline = await startBaseline('insert', bench.mongodbUrl, stored);
  const paired = await pair(
    {
      ...load,
      url: bench.set.url,
      next: () => ({
        method: 'POST',
        path: '/api/v1/meals',
        headers: { ...json, authorization: `Bearer ${bench.nextPerson('write').token}` },
        body,
        status: 201,
      }),
    },
    {
      ...load,
      url: baseline.url,
      processes: { ...load.processes, baseline: [baseline.pid] },
      next: () => ({ method: 'POST', path: '/meals', headers: json, body, status: 201 }),
    },
  );
  baseline.stop();
  return [
    pairedFigure(
      'Rate of POST /meals with 5 items / a bare Express handler with the same insert',
      paired,
      'rate',
      {
        atLeast: 0.5,
      },
    ),
    await dayAgainstFindOne(bench),
  ];
};

/** A day with 20 items beside one `findOne` of the meal that holds them, one call at a time. */
const dayAgainstFindOne = async ({ set, db, processes }: BenchSet): Promise<Figure> => {
  const day = '2020-02-02';
  const readers = await addPeople(set.dataDir, { accounts: 20, days: 1, seed: 6 });
  for (const { token } of readers)
    await storeMeal(set, token, { ...mealOf(20), eaten_at: `${day}T12:00:00Z` });
  const rounds: { measured: number; baseline: number }[] = [];
  for (const { token, profile_id, account_id } of readers) {
    const { p50 } = await drive({
      url: set.url,
      processes: processes(),
      requests: 100,
      connections: 1,
      next: () => ({ path: `/api/v1/days/${day}`, headers: { authorization: `Bearer ${token}` } }),
    });
    const times: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      const start = performance.now();
      await db.collection('meals').findOne({ account_id, profile_id, day });
      times.push(performance.now() - start);
    }
    rounds.push({ measured: p50, baseline: median(times) });
  }
  return {
    what: 'p50 of GET /days/{day} with 20 items / one findOne by the driver',
    measured: median(rounds.map(({ measured }) => measured)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    unit: 'ms',
    ratio: median(rounds.map(({ measured, baseline }) => measured / baseline)),
    target: { atMost: 3 },
  };
};
