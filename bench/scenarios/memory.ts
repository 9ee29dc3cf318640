import { setTimeout as sleep } from 'node:timers/promises';
import { memory } from '../../test/support/memory.ts';
import { startBaseline } from '../baselines/start-baseline.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, singleFigure } from '../measuring/figure.ts';

const SERVICES = ['gateway', 'auth', 'diary', 'reports', 'mcp', 'mailer'] as const;
const SETTLE_MS = 5000;

/** The memory of each service, in MiB. */
export const memoryOfServices = async ({ processes }: BenchSet): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(SERVICES.map(async (name) => [name, await memory(processes(name)[0] ?? 0)])),
  );

export const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** The six services before anybody called, beside six processes that only loaded the same libraries. */
export const idleMemory = async (bench: BenchSet): Promise<Figure[]> => {
  const baselines = await Promise.all(SERVICES.map((service) => startBaseline('idle', service)));
  await sleep(SETTLE_MS);
  const bare = await Promise.all(baselines.map(({ pid }) => memory(pid)));
  const measured = total(Object.values(await memoryOfServices(bench)));
  for (const baseline of baselines) baseline.stop();
  const what = 'Memory of the six idle services / six bare processes with the same libraries';
  return [singleFigure({ what, measured, baseline: total(bare), unit: 'MiB', atMost: 1.3 })];
};
