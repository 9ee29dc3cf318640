import { setTimeout as sleep } from 'node:timers/promises';
import { startBaseline } from '../baselines/start-baseline.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';
import { memoryOf, total } from '../measuring/measure.ts';

const SERVICES = ['gateway', 'auth', 'diary', 'reports', 'mcp', 'mailer'] as const;
const SETTLE_MS = 5000;

/** The six services before anybody called, beside six processes that only loaded the same libraries. */
export const idleMemory = async ({ processes }: BenchSet): Promise<Figure[]> => {
  const baselines = await Promise.all(SERVICES.map((service) => startBaseline('idle', service)));
  await sleep(SETTLE_MS);
  const bare = await memoryOf({ bare: baselines.map(({ pid }) => pid) });
  const measured = total(Object.values(await memoryOf(processes(...SERVICES))));
  for (const baseline of baselines) baseline.stop();
  const what = 'Memory of the six idle services / six bare processes with the same libraries';
  return [singleFigure({ what, measured, baseline: bare.bare ?? 0, unit: 'MiB', atMost: 1.3 })];
};
