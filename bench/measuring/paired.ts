import type { Figure } from './figure.ts';
import { drive, type Load, type Measured } from './load.ts';
import { median, total } from './measure.ts';

/** What one of several rounds gave. */
export type Round = { measured: Measured; baseline: Measured };
type Figures = 'rate' | 'p50' | 'p99' | 'cpu';
export type Paired = Round & { ratio: (of: Figures) => number };

/**
 * Measures two loads alternately, so that whatever else the machine does affects both alike. The first pair only warms up.
 */
export const pair = async (measured: Load, baseline: Load, rounds = 7): Promise<Paired> => {
  await drive(measured);
  await drive(baseline);
  const pairs: Round[] = [];
  // What stands first in a pair is driven first.
  for (let round = 0; round < rounds; round += 1)
    pairs.push(
      round % 2 === 0
        ? { measured: await drive(measured), baseline: await drive(baseline) }
        : { baseline: await drive(baseline), measured: await drive(measured) },
    );
  return pairOf(pairs);
};

/** All of each, and the median of the ratios of the pairs. */
export const pairOf = (pairs: readonly Round[]): Paired => ({
  measured: sumUp(pairs.map((run) => run.measured)),
  baseline: sumUp(pairs.map((run) => run.baseline)),
  ratio: (of) => median(pairs.map((run) => run.measured[of] / run.baseline[of])),
});

/** Times are medians of the rounds. CPU is a mean: work that comes in bursts counts, too, and the parts add up to the whole. */
const sumUp = (all: Measured[]): Measured => {
  const names = Object.keys(all[0]?.cpuOfParts ?? {});
  const instructions = all.flatMap((one) => one.instructions ?? []);
  return {
    rate: median(all.map(({ rate }) => rate)),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
    cpu: mean(all.map(({ cpu }) => cpu)),
    cpuOfParts: Object.fromEntries(
      names.map((name) => [name, mean(all.map(({ cpuOfParts }) => cpuOfParts[name] ?? 0))]),
    ),
    instructions: instructions.length > 0 ? mean(instructions) : undefined,
  };
};

const mean = (values: readonly number[]): number => total(values) / values.length;

const UNITS: Record<Figures, string> = { rate: '/s', p50: 'ms', p99: 'ms', cpu: 'µs' };

/** One measure of a pair as a figure of the table. */
export const pairedFigure = (
  what: string,
  paired: Paired,
  of: Figures,
  target?: Figure['target'],
): Figure => ({
  what,
  measured: paired.measured[of],
  baseline: paired.baseline[of],
  unit: UNITS[of],
  ratio: paired.ratio(of),
  ...(target && { target }),
  calls: paired,
});
