import { parseArgs } from 'node:util';
import { runHistory } from './run-history.ts';

/** `npm run test:history -- --seconds 120 --seed 1`: assistants write and read while parts fail; all that they saw is checked. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '12' },
    faults: { type: 'string' },
    record: { type: 'string' },
  },
});
const { operations, unknown, foundAfter, objects, planned, seen, anomalies, undecided, seconds } =
  await runHistory({
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    accounts: Number(values.accounts),
    faults: values.faults,
    record: values.record,
  });
console.log(`seed ${values.seed}, ${values.seconds} s, ${values.accounts} accounts`);
console.log(`operations: ${operations} of ${objects} objects; ${unknown} of them with an unknown outcome`);
const times = [...seen.values()].reduce((sum, count) => sum + count, 0);
console.log(`faults: ${planned} planned, ${times} seen`);
for (const [name, count] of [...seen].sort()) console.log(`fault: ${name}, ${count} times`);
console.log(
  `anomalies: ${anomalies.length}; undecided: ${undecided.length}; checked in ${seconds.toFixed(1)} s`,
);
if (foundAfter) console.log(`the first anomaly showed after ${foundAfter} operations`);
for (const anomaly of anomalies) console.log(JSON.stringify(anomaly));
for (const object of undecided) console.log(`undecided: ${object}`);
// What a killed part has left open would keep this process.
process.exit(anomalies.length + undecided.length > 0 ? 1 : 0);
