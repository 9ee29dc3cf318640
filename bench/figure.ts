/** What one comparison gave: `measured` and `floor` as they are, and what is judged, their ratio. */
export type Figure = {
  what: string;
  measured: number;
  floor: number;
  unit: string;
  ratio: number;
  /** The ratio to reach: no more, or no less. */
  target: { atMost: number } | { atLeast: number };
};

const isReached = ({ ratio, target }: Figure): boolean =>
  'atMost' in target ? ratio <= target.atMost : ratio >= target.atLeast;

const show = (value: number): string => String(Number(value.toPrecision(3)));

/** A line of the table: what, both values, the ratio, what it should be, and whether it is. */
export const present = (figure: Figure): string => {
  const { what, measured, floor, unit, ratio, target } = figure;
  const wanted = 'atMost' in target ? `≤ ${show(target.atMost)}` : `≥ ${show(target.atLeast)}`;
  const reached = isReached(figure) ? 'yes' : 'no';
  return `| ${what} | ${show(measured)} ${unit} | ${show(floor)} ${unit} | ${ratio.toFixed(2)} | ${wanted} | ${reached} |`;
};

export const TABLE_HEAD = [
  '| what, against what | measured | against | ratio | to reach | reached |',
  '|---|--:|--:|--:|--:|---|',
];
