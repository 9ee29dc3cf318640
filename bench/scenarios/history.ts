import { addDays, today } from 'shared/records/calendar.ts';
import { addPeople, addPerson, type DiaryPerson, takeTurns } from '../../test/support/diary-people.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, presentCallers } from '../measuring/figure.ts';
import type { Load } from '../measuring/load.ts';
import { type Paired, pair, pairedFigure } from '../measuring/paired.ts';

const TEN_YEARS = 3650;

/** Whether a month costs more where ten years lie beside it. */
export const longHistory = async (bench: BenchSet): Promise<Figure[]> => {
  const { dataDir } = bench.set;
  const old = await addPerson(dataDir, { days: TEN_YEARS, seed: 2 });
  const newcomer = await addPerson(dataDir, { days: 31, seed: 4 });
  // The ten years belong to one person, who has 120 requests a minute: these calls bypass the gateway, which counts them.
  const monthOf = (person: DiaryPerson): Load => ({
    url: bench.addressOf('reports'),
    processes: bench.processes(),
    connections: 1,
    requests: 60,
    next: () => ({
      path: '/api/v1/reports/monthly',
      headers: { 'internal-principal': bench.principalOf(person) },
    }),
  });
  const paired = await pair(monthOf(old), monthOf(newcomer), 15);
  return bothFigures('a month’s report with 10 years of history / with that month alone', paired, 1.05);
};

/** Enough that nobody's limit is reached. */
const READERS = 60;
const YEAR = 365;
/** A year is read in so many calls, for `daysRange` is the most that one call reads. */
const CALLS_OF_A_YEAR = 4;

/** What is kept of days that ended is made by the first call that needs it: here before anything is measured. */
const readYearOfFoods = async (bench: BenchSet, reader: DiaryPerson): Promise<void> => {
  const headers = { 'internal-principal': bench.principalOf(reader) };
  const answer = await fetch(`${bench.addressOf('diary')}/api/v1/foods`, { headers });
  if (answer.status !== 200) throw new Error(`GET /foods answered ${answer.status}`);
  await answer.text();
};

/** Makes what compares longer periods with a day. */
export const startPeriods = async (bench: BenchSet): Promise<(callers: number) => Promise<Figure[]>> => {
  const readers = await addPeople(bench.set.dataDir, { accounts: READERS, days: YEAR, seed: 3 });
  for (const reader of readers) await readYearOfFoods(bench, reader);
  const nextReader = takeTurns(readers);
  const to = today('UTC');
  const daysBefore = (last: string, days: number) =>
    `/api/v1/days?from=${addDays(last, 1 - days)}&to=${last}`;

  return async (callers) => {
    const asking = (nextPath: () => string): Load => ({
      url: bench.set.url,
      processes: bench.processes(),
      connections: callers,
      requests: 60,
      next: () => ({ path: nextPath(), headers: { authorization: `Bearer ${nextReader().token}` } }),
    });
    const day = asking(() => `/api/v1/days/${addDays(to, -1)}`);
    const report = await pair(
      asking(() => '/api/v1/reports/monthly'),
      day,
    );
    const month = await pair(
      asking(() => daysBefore(to, 31)),
      day,
    );
    let call = 0;
    const length = Math.ceil(YEAR / CALLS_OF_A_YEAR);
    const nextQuarter = () => daysBefore(addDays(to, -length * (call++ % CALLS_OF_A_YEAR)), length);
    const quarter = await pair(asking(nextQuarter), day);
    const by = presentCallers(callers);
    return [
      ...bothFigures(`a month’s report / GET /days/{day}, ${by}`, report, 2),
      ...bothFigures(`GET /days over 31 days / GET /days/{day}, ${by}`, month, 2),
      ...bothFigures(`a year in four calls of GET /days / GET /days/{day}, ${by}`, quarter, 8).map(
        (figure) => ({
          ...figure,
          measured: CALLS_OF_A_YEAR * figure.measured,
          ratio: CALLS_OF_A_YEAR * figure.ratio,
        }),
      ),
    ];
  };
};

const bothFigures = (what: string, paired: Paired, atMost: number): Figure[] => [
  pairedFigure(`CPU of ${what}`, paired, 'cpu', { atMost }),
  pairedFigure(`p50 of ${what}`, paired, 'p50', { atMost }),
];
