import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSet } from '../support/set.ts';
import { clockJump } from './clock-jump.ts';
import { diskFull } from './disk-full.ts';
import { faultsOf, PAIRED_FAULTS } from './faults.ts';
import { startPairs } from './replicas.ts';
import { passed, type Row, TABLE_HEAD, toLine } from './row.ts';
import { createTrial } from './trial.ts';

/** `npm run test:faults`: how a steady load fares when a part fails. Prints a table and writes it to docs/faults.md. */
const rows: Row[] = [];
const note = (row: Row): void => {
  rows.push(row);
  console.log(toLine(row));
};

const faultsOfOneSet = async (dataDir: string): Promise<void> => {
  const set = await startSet({ dataDir });
  const trial = await createTrial(set);
  try {
    note(await trial.underLoad({ name: 'none' }, [set.url], async () => {}));
    for (const fault of faultsOf(Object.keys(await set.parts())))
      note(await trial.underLoad(fault, [set.url], () => fault.inject(set, trial)));
    const pairs = await startPairs(set);
    for (const { name, gateways, inject } of PAIRED_FAULTS)
      note(await trial.underLoad({ name }, gateways(pairs), () => inject(pairs)));
    await pairs.stop();
    const jumped = await clockJump(set, trial);
    if (jumped) note(jumped);
    else console.log('Not tried: a clock that jumps, for want of the Debian package faketime.');
  } finally {
    await trial.close();
    await set.stop();
  }
};

for (const line of TABLE_HEAD) console.log(line);
const dataDir = await mkdtemp(join(tmpdir(), 'diary-faults-'));
await faultsOfOneSet(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }));
const full = await diskFull();
if (full) note(full);
else console.log('Not tried: a full disk, as nobody may mount a small one here.');

const document = new URL('../../docs/faults.md', import.meta.url);
const [before = '', , after = ''] = (await readFile(document, 'utf8')).split(/<!-- (?:table|end) -->/);
const table = [...TABLE_HEAD, ...rows.map(toLine)].join('\n');
await writeFile(document, `${before}<!-- table -->\n${table}\n<!-- end -->${after}`);
process.exitCode = rows.every(passed) ? 0 : 1;
