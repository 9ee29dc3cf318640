import type { Figure } from './figure.ts';
import { drive, type Load, type Measured } from './load.ts';
import { median } from './measure.ts';

export type Paired = { measured: Measured; baseline: Measured; ratio: (of: keyof Measured) => number };

/**
 * Measures two loads alternately, so that whatever else the machine does affects both alike. Returns the medians of each, and the
 * median of the ratios of the pairs. The first pair only warms up.
 */
export const pair = async (measured: Load, baseline: Load, rounds = 7): Promise<Paired> => {
  await drive(measured);
  await drive(baseline);
  const pairs: { measured: Measured; baseline: Measured }[] = [];
  // What stands first in a pair is driven first.
  for (let round = 0; round < rounds; round += 1)
    pairs.push(
      round % 2 === 0
        ? { measured: await drive(measured), baseline: await drive(baseline) }
        : { baseline: await drive(baseline), measured: await drive(measured) },
    );
  return {
    measured: medians(pairs.map((run) => run.measured)),
    baseline: medians(pairs.map((run) => run.baseline)),
    ratio: (of) => median(pairs.map((run) => run.measured[of] / run.baseline[of])),
  };
};

const medians = (all: Measured[]): Measured => ({
  rate: median(all.map(({ rate }) => rate)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
  cpu: median(all.map(({ cpu }) => cpu)),
});

const UNITS: Record<keyof Measured, string> = { rate: '/s', p50: 'ms', p99: 'ms', cpu: 'µs' };

/** One measure of a pair as a figure of the table. */
export const pairedFigure = (
  what: string,
  paired: Paired,
  of: keyof Measured,
  target: Figure['target'],
): Figure => ({
  what,
  measured: paired.measured[of],
  baseline: paired.baseline[of],
  unit: UNITS[of],
  ratio: paired.ratio(of),
  target,
  calls: paired,
});
