import { setTimeout as sleep } from 'node:timers/promises';
import { startSet } from '../../test/support/set.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';
import { cpuTime, memoryOf } from '../measuring/measure.ts';

const SETTLE_MS = 15_000;
const MEASURED_SECONDS = 30;
const LIMIT_MIB = 560;
const LIMIT_MS = 20;

/** What a new set takes while nobody calls: the processes of `npm start` and all that they start. Ends the bench's own set before. */
export const idle = async (bench: BenchSet): Promise<Figure[]> => {
  await bench.set.stop();
  const set = await startSet();
  await sleep(SETTLE_MS);
  const whole = { set: [set.process.pid ?? 0] };
  const before = await cpuTime(whole);
  await sleep(MEASURED_SECONDS * 1000);
  const after = await cpuTime(whole);
  const size = await memoryOf(whole);
  await set.stop();
  const of = 'an idle set';
  return [
    singleFigure({
      what: `Memory of ${of} / ${LIMIT_MIB} MiB`,
      measured: size.set ?? 0,
      baseline: LIMIT_MIB,
      unit: 'MiB',
      atMost: 1,
    }),
    singleFigure({
      what: `CPU of ${of} in a second / ${LIMIT_MS} ms`,
      measured: ((after.set ?? 0) - (before.set ?? 0)) / 1e6 / MEASURED_SECONDS,
      baseline: LIMIT_MS,
      unit: 'ms',
      atMost: 1,
    }),
  ];
};
