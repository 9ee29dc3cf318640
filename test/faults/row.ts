import { type LoadResult, wasServed } from './steady-load.ts';

/** How a load fared during a fault. */
export type Row = {
  name: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Writes that were never acknowledged, however often they were retried. */
  unanswered: number;
  /** How many first attempts failed, by status. */
  failed: Record<string, number>;
  /** Failures whose answer was not a problem document, or neither 503 nor 504, or was cut off though no gateway was killed. */
  unclear: number;
  slowestMs: number;
  /** From the end of the fault to the start of the last failed call; 0 if none failed after it. */
  recoveredMs: number;
};

/**
 * Sums up a load; `stored` is how often each text is stored, `faultEndedAt` the end of the fault, as `Date.now()`, and `mayCutOff`
 * whether the fault may cut answers off.
 */
export const rowOf = (
  { name, mayCutOff }: { name: string; mayCutOff?: boolean },
  { acknowledged, unanswered, answers }: LoadResult,
  stored: ReadonlyMap<string, number>,
  faultEndedAt: number,
): Row => {
  const failures = answers.filter((answer) => !wasServed(answer));
  return {
    name,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((text) => !stored.has(text)).length,
    doubled: [...stored.values()].filter((times) => times > 1).length,
    unanswered: unanswered.length,
    failed: Object.fromEntries(
      [...Map.groupBy(failures, ({ status }) => String(status))].map(([status, those]) => [
        status,
        those.length,
      ]),
    ),
    unclear: failures.filter(({ status, isProblem }) =>
      status === 'broken' ? !mayCutOff : !(isProblem && [503, 504].includes(status)),
    ).length,
    slowestMs: Math.max(0, ...answers.map(({ ms }) => ms)),
    recoveredMs: Math.max(0, ...failures.map(({ start }) => start - faultEndedAt)),
  };
};

/** Whether nothing was lost or doubled, everything was stored in the end, and every refusal was clear. */
export const passed = ({ lost, doubled, unanswered, unclear }: Row): boolean =>
  lost + doubled + unanswered + unclear === 0;

/** The head of the table of the rows from `toLine`. */
export const TABLE_HEAD = [
  '| fault | acknowledged | lost | doubled | not served at first | slowest answer | served again after |',
  '|---|--:|--:|--:|---|--:|--:|',
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A table row, in Markdown. */
export const toLine = (row: Row): string => {
  const failed = Object.entries(row.failed).map(([status, count]) => `${count} × ${status}`);
  const wrong = row.unanswered + row.unclear > 0 ? ` (${row.unanswered} never, ${row.unclear} unclear)` : '';
  return `| ${row.name} | ${row.acknowledged} | ${row.lost} | ${row.doubled} | ${failed.join(', ') || 'none'}${wrong} | ${seconds(row.slowestMs)} | ${seconds(row.recoveredMs)} |`;
};
