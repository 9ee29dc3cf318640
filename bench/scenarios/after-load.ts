import { setTimeout as sleep } from 'node:timers/promises';
import { meal } from '../../test/rest/samples.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';
import { drive, type OutgoingRequest } from '../measuring/load.ts';
import { toolCall } from './mcp.ts';
import { memoryOfServices, total } from './memory.ts';

/** What assistants do all day: mostly reading, a meal now and then, a report, a tool. */
const CALLS: ((authorization: string) => OutgoingRequest)[] = [
  (authorization) => ({ path: '/api/v1/days', headers: { authorization } }),
  (authorization) => ({ path: '/api/v1/meals', headers: { authorization } }),
  (authorization) => ({ path: '/api/v1/reports/weekly', headers: { authorization } }),
  (authorization) => ({ path: '/api/v1/me', headers: { authorization } }),
  toolCall('list_meals', {}),
];

/** The memory of the six services a while after a load of `minutes`, beside what they had before anybody called. */
export const afterLoad = async (
  bench: BenchSet,
  idle: Record<string, number>,
  minutes: number,
): Promise<Figure[]> => {
  const { set, nextPerson, processes } = bench;
  const load = { url: set.url, processes: processes(), connections: 6 };
  const authorization = () => `Bearer ${nextPerson('write').token}`;
  let call = 0;
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until) {
    const next = () => (CALLS[call++ % CALLS.length] as (typeof CALLS)[0])(authorization());
    await drive({ ...load, status: 200, requests: 1000, next });
    await drive({
      ...load,
      status: 201,
      requests: 200,
      next: () => ({
        method: 'POST',
        path: '/api/v1/meals',
        headers: { 'content-type': 'application/json', authorization: authorization() },
        body: JSON.stringify(meal),
      }),
    });
  }
  await sleep(10_000);
  const after = await memoryOfServices(bench);
  const grown = (of: string, measured: number, before: number): Figure => {
    const what = `Memory of ${of} after ${minutes} minutes of load / idle before`;
    return singleFigure({ what, measured, baseline: before, unit: 'MiB', atMost: 1.5 });
  };
  return [
    grown('all six', total(Object.values(after)), total(Object.values(idle))),
    ...Object.entries(after).map(([name, size]) => grown(name, size, idle[name] ?? 0)),
  ];
};
