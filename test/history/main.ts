import { parseArgs } from 'node:util';
import { type RunOptions, runHistory } from './run-history.ts';

/**
 * `npm run test:history -- --seconds 120 --seed 1`: assistants write and read while parts fail; all that they saw is checked. Prints
 * the table of docs/guarantees.md.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '12' },
    pause: { type: 'string', default: '1.5' },
    faults: { type: 'string' },
    record: { type: 'string' },
  },
});
const options: RunOptions = {
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  accounts: Number(values.accounts),
  pause: Number(values.pause),
  faults: values.faults,
  record: values.record,
};
const run = await runHistory(options);

const inGroups = (count: number): string => count.toLocaleString('en');
const countsBy = (nameOf: (name: string) => string): [string, number][] =>
  [...Map.groupBy(run.seen, ({ name }) => nameOf(name))]
    .map(([name, those]): [string, number] => [name, those.length])
    .sort();
const rows = [
  ['seed, time, accounts', `${options.seed}, ${inGroups(options.seconds)} s, ${options.accounts}`],
  ['operations', `${inGroups(run.operations)}, of ${inGroups(run.objects)} objects`],
  ['a second', inGroups(Math.round(run.operations / options.seconds))],
  ['of them with an unknown outcome', inGroups(run.unknown)],
  ['faults planned, seen', `${inGroups(run.planned)}, ${inGroups(run.seen.length)}`],
  ...countsBy((name) => name.split(':')[0] ?? '').map(([kind, count]) => [kind, inGroups(count)]),
  ['anomalies', inGroups(run.anomalies.length)],
  ['undecided', inGroups(run.undecided.length)],
  ['checking', `${run.seconds.toFixed(1)} s`],
];
console.log(['| | |', '|---|--:|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'));
for (const [name, count] of countsBy((name) => name)) console.log(`${name}: ${count} times`);
if (run.foundAfter) console.log(`the first anomaly showed after ${run.foundAfter} operations`);
for (const anomaly of run.anomalies) {
  console.log(JSON.stringify(anomaly));
  const begins = anomaly.stuck.map(({ begin }) => begin);
  const during = run.seen.filter(
    ({ begin, end }) => begin <= Math.max(...begins) && end >= Math.min(...begins),
  );
  console.log(`during it: ${during.map(({ name }) => name).join(', ') || 'no fault'}`);
}
for (const object of run.undecided) console.log(`undecided: ${object}`);
// What a killed part has left open would keep this process.
process.exit(run.anomalies.length + run.undecided.length > 0 ? 1 : 0);
