import { addDays, today } from 'shared/records/calendar.ts';
import { addPeople, addPerson, type DiaryPerson, takeTurns } from '../../test/support/diary-people.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';

const TEN_YEARS = 3650;
/** Enough that nobody's limit is reached. */
const PEOPLE = 60;

/** Whether a period costs more where more lies beside it, or where it is longer. */
export const history = async (bench: BenchSet): Promise<Figure[]> => {
  const { dataDir } = bench.set;
  const old = await addPerson(dataDir, { days: TEN_YEARS, seed: 2 });
  const young = await addPeople(dataDir, { accounts: PEOPLE, days: 93, seed: 3 });
  const nextYoung = takeTurns(young);
  const load = { processes: bench.processes(), status: 200, connections: 1 };
  // The ten years belong to one person, who has 120 requests a minute: these calls bypass the gateway, which counts them.
  const monthOf = (person: DiaryPerson) => ({
    ...load,
    url: bench.addressOf('reports'),
    requests: 60,
    next: () => ({
      path: '/api/v1/reports/monthly',
      headers: { 'internal-principal': bench.principalOf(person) },
    }),
  });
  const newcomer = await addPerson(dataDir, { days: 31, seed: 4 });
  const report = await pair(monthOf(old), monthOf(newcomer), 15);
  const daysOver = (days: number) => {
    const to = today('UTC');
    const path = `/api/v1/days?from=${addDays(to, 1 - days)}&to=${to}`;
    return {
      ...load,
      url: bench.set.url,
      requests: 100,
      next: () => ({ path, headers: { authorization: `Bearer ${nextYoung().token}` } }),
    };
  };
  const days = await pair(daysOver(93), daysOver(31));
  return [
    pairedFigure('p50 of a month’s report with 10 years of history / with that month alone', report, 'p50', {
      atMost: 1.05,
    }),
    pairedFigure('p50 of GET /days over 93 days / over 31', days, 'p50', { atMost: 3 }),
  ];
};
