import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, today } from 'shared/records/calendar.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';
import { drive } from '../measuring/load.ts';
import { memoryOf, total } from '../measuring/measure.ts';
import { toolCall } from './mcp.ts';
import { STEPS, type Step } from './visits.ts';

/** A visit, with a look at the week and a call of a tool. */
const CALLS: Step['request'][] = [
  ...STEPS.map(({ request }) => request),
  ({ person }) => ({
    path: '/api/v1/reports/weekly',
    headers: { authorization: `Bearer ${person.token}` },
  }),
  ({ person }) => toolCall('list_meals', {})(`Bearer ${person.token}`),
];

/** The memory of each part of the set a while after so many minutes of visits, beside what it had before anybody called. */
export const afterLoad = async (bench: BenchSet, minutes: number): Promise<Figure[]> => {
  const { set, nextPerson, processes } = bench;
  const before = await memoryOf(processes());
  const day = addDays(today('UTC'), -1);
  let call = 0;
  const next = () => (CALLS[call++ % CALLS.length] as Step['request'])({ person: nextPerson('write'), day });
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until)
    await drive({ url: set.url, processes: processes(), connections: 6, requests: 1200, next });
  await sleep(10_000);
  const after = await memoryOf(processes());
  const grown = (of: string, measured: number, baseline = 0): Figure => {
    const what = `Memory of ${of} after ${minutes} minutes of visits / idle before`;
    return singleFigure({ what, measured, baseline, unit: 'MiB', atMost: 1.5 });
  };
  return [
    grown('the set', total(Object.values(after)), total(Object.values(before))),
    ...Object.entries(after).map(([name, size]) => grown(name, size, before[name])),
  ];
};
