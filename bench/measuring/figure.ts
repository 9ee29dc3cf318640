import type { Measured } from './load.ts';

/** What one comparison gave: `measured` and `baseline` as they are, and what is judged, their ratio. */
export type Figure = {
  what: string;
  measured: number;
  baseline: number;
  unit: string;
  ratio: number;
  /** The ratio to reach: no more, or no less; absent where the figure is there to be read beside others. */
  target?: { atMost: number } | { atLeast: number };
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

const show = (value: number | undefined): string =>
  value === undefined ? 'not counted' : String(Number(value.toPrecision(3)));

/** The ratio to reach, and whether it is. */
const judge = ({ ratio, target }: Figure): [bound: string, reached: string] => {
  if (!target) return ['', ''];
  const [sign, bound, isReached] =
    'atMost' in target
      ? ['≤', target.atMost, ratio <= target.atMost]
      : ['≥', target.atLeast, ratio >= target.atLeast];
  return [`${sign} ${show(bound)}`, isReached ? 'yes' : 'no'];
};

/** For the name of a figure. */
export const presentCallers = (callers: number): string =>
  callers === 1 ? '1 caller' : `${callers} callers`;

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A line of the table: what, both values, the ratio, what it should be, and whether it is. */
export const present = (figure: Figure): string => {
  const { what, measured, baseline, unit, ratio } = figure;
  const values = [measured, baseline].map((value) => `${show(value)} ${unit}`);
  return row(what, ...values, ratio.toFixed(2), ...judge(figure));
};

/** The head of the table that `present` gives the lines of. */
export const TABLE_HEAD = [
  '| what, against what | measured | against | ratio | to reach | reached |',
  '|---|--:|--:|--:|--:|---|',
];

/** The tables of the calls that were compared, both values in each cell: all that was measured, and the CPU of each part. */
export const presentCalls = (figures: readonly Figure[]): string[] => {
  // Of one comparison there can be several figures: `CPU of …`, `p50 of …`.
  const compared = new Map(
    figures.flatMap(({ what, calls }) => (calls ? [[calls, what.replace(/^\w+ of /, '')]] : [])),
  );
  if (compared.size === 0) return [];
  const lines = (cells: (measured: Measured) => (number | undefined)[]): string[] =>
    [...compared].map(([{ measured, baseline }, what]) => {
      const against = cells(baseline);
      return row(what, ...cells(measured).map((value, index) => `${show(value)} / ${show(against[index])}`));
    });
  const parts = [
    ...new Set([...compared.keys()].flatMap(({ measured }) => Object.keys(measured.cpuOfParts))),
  ];
  return [
    '',
    '| what / against what | calls a second | p50, ms | p99, ms | CPU of each, µs | instructions of each |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines(({ rate, p50, p99, cpu, instructions }) => [rate, p50, p99, cpu, instructions]),
    '',
    row('CPU of each, µs', ...parts),
    row('---', ...parts.map(() => '--:')),
    ...lines(({ cpuOfParts }) => parts.map((part) => cpuOfParts[part] ?? 0)),
  ];
};
