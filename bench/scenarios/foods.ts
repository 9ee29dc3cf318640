import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { addPeople, type DiaryPerson } from '../../test/support/diary-people.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import { fillDays } from '../measuring/fill-days.ts';
import type { Load } from '../measuring/load.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';
import { mealOf } from './records.ts';

const YEAR = 366;
const TEN_YEARS = 3653;
const MEALS_A_DAY = 4;
const ITEMS = 4;
/** Days that are alike. */
const MENUS = 40;

/** A year of 1,464 meals with 5,856 items of 160 foods beside a day of it, and beside ten such years. */
export const foods = async (bench: BenchSet): Promise<Figure[]> => {
  const [newcomer, old] = await addPeople(bench.set.dataDir, { accounts: 2, days: 1, seed: 11 });
  if (!newcomer || !old) throw new Error('nobody was added');
  await fill(bench, newcomer, YEAR);
  await fill(bench, old, TEN_YEARS);
  const yesterday = addDays(today('UTC'), -1);
  // One person has 120 requests a minute: these calls bypass the gateway, which counts them.
  const asking = (person: DiaryPerson, path: string): Load => ({
    url: bench.addressOf('diary'),
    processes: bench.processes(),
    connections: 1,
    requests: 40,
    next: () => ({ path, headers: { 'internal-principal': bench.principalOf(person) } }),
  });
  const day = await pair(asking(newcomer, '/api/v1/foods'), asking(newcomer, `/api/v1/days/${yesterday}`));
  const history = await pair(asking(old, '/api/v1/foods'), asking(newcomer, '/api/v1/foods'));
  return [
    pairedFigure('p50 of GET /foods with a year of meals / GET /days/{day}', day, 'p50', { atMost: 3 }),
    pairedFigure('p50 of GET /foods with 10 years of meals / with one', history, 'p50', { atMost: 1.05 }),
  ];
};

const fill = async ({ db }: BenchSet, person: DiaryPerson, count: number): Promise<void> => {
  const days = daysBetween(addDays(today('UTC'), 1 - count), today('UTC'));
  for (let menu = 0; menu < MENUS; menu += 1) {
    const meal = mealOf(ITEMS);
    const items = meal.items.map((item, index) => ({ ...item, name: `${item.name} ${menu}.${index}` }));
    const alike = days.filter((_, index) => index % MENUS === menu);
    await fillDays(db, [person], alike, { ...meal, items }, MEALS_A_DAY);
  }
};
