import type { Measured } from './load.ts';

/** What one comparison gave: `measured` and `baseline` as they are, and what is judged, their ratio. */
export type Figure = {
  what: string;
  measured: number;
  baseline: number;
  unit: string;
  ratio: number;
  /** The ratio to reach: no more, or no less. */
  target: { atMost: number } | { atLeast: number };
  /** All that was measured of the calls, where calls were compared. */
  calls?: { measured: Measured; baseline: Measured };
};

type Single = Pick<Figure, 'what' | 'measured' | 'baseline' | 'unit'> & { atMost: number };

/** A figure of what was measured once; of pairs there is `pairedFigure`. */
export const singleFigure = ({ atMost, ...values }: Single): Figure => ({
  ...values,
  ratio: values.measured / values.baseline,
  target: { atMost },
});

const isReached = ({ ratio, target }: Figure): boolean =>
  'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast;

const show = (value: number): string => String(Number(value.toPrecision(3)));

/** A line of the table: what, both values, the ratio, what it should be, and whether it is. */
export const present = (figure: Figure): string => {
  const { what, measured, baseline, unit, ratio, target } = figure;
  const bound = 'atMost' in target ? `≤ ${show(target.atMost)}` : `≥ ${show(target.atLeast)}`;
  const reached = isReached(figure) ? 'yes' : 'no';
  return `| ${what} | ${show(measured)} ${unit} | ${show(baseline)} ${unit} | ${ratio.toFixed(2)} | ${bound} | ${reached} |`;
};

/** The head of the table that `present` gives the lines of. */
export const TABLE_HEAD = [
  '| what, against what | measured | against | ratio | to reach | reached |',
  '|---|--:|--:|--:|--:|---|',
];

/** The table of the calls that were compared, both values in each cell. */
export const presentCalls = (figures: readonly Figure[]): string[] => {
  // Of one comparison there can be several figures: `CPU of …`, `p50 of …`.
  const compared = new Map(figures.map(({ what, calls }) => [calls, what.replace(/^\w+ of /, '')]));
  const lines = [...compared].flatMap(([calls, what]) => {
    if (!calls) return [];
    const both = (of: keyof Measured) => `${show(calls.measured[of])} / ${show(calls.baseline[of])}`;
    return [`| ${what} | ${both('rate')} | ${both('p50')} | ${both('p99')} | ${both('cpu')} |`];
  });
  return [
    '| what / against what | calls a second | p50, ms | p99, ms | CPU of each, µs |',
    '|---|--:|--:|--:|--:|',
    ...lines,
  ];
};
