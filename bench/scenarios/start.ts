import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from 'engines/ports.ts';
import { startSet } from '../../test/support/set.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';

const LIMIT_MS = 4000;

/** From `npm start`, engines in place and data there, to the first authenticated 200. Ends the bench's own set before. */
export const startToFirstAnswer = async (bench: BenchSet): Promise<Figure[]> => {
  const { set, people } = bench;
  const authorization = `Bearer ${people[0]?.token}`;
  await set.stop();
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const port = await freePort(10_000);
    const start = performance.now();
    const starting = startSet({ dataDir: set.dataDir, port });
    const isAnswered = () =>
      fetch(`http://localhost:${port}/api/v1/profiles`, { headers: { authorization } }).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isAnswered())) await sleep(20);
    times.push(performance.now() - start);
    await (await starting).stop();
  }
  const measured = Math.max(...times);
  const what = 'Start, engines in place, to the first authenticated 200 (slowest of 3) / 4 s';
  return [singleFigure({ what, measured, baseline: LIMIT_MS, unit: 'ms', atMost: 1 })];
};
