import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchSet, startBenchSet } from './measuring/bench-set.ts';
import { type Figure, present, presentCalls, TABLE_HEAD } from './measuring/figure.ts';
import { afterLoad } from './scenarios/after-load.ts';
import { foods } from './scenarios/foods.ts';
import { idle } from './scenarios/idle.ts';
import { manyAccounts } from './scenarios/many-accounts.ts';
import { idleMemory } from './scenarios/memory.ts';
import { peer } from './scenarios/peer.ts';
import { records } from './scenarios/records.ts';
import { refusals } from './scenarios/refusals.ts';
import { startToFirstAnswer } from './scenarios/start.ts';
import { visits } from './scenarios/visits.ts';

/** `npm run bench [-- visits records] [--minutes 10] [--visitors 1500] [--accounts 98500]`: measures and prints; a run of all is kept in `results/`. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    visitors: { type: 'string', default: '1500' },
    accounts: { type: 'string', default: '98500' },
  },
});

type Scenario = (bench: BenchSet) => Promise<Figure[]>;
/** In this order: memory before anybody called comes first, what ends the bench's set last. */
const SCENARIOS: Record<string, Scenario> = {
  memory: async (bench) => [
    ...(await idleMemory(bench)),
    ...(await afterLoad(bench, Number(values.minutes))),
  ],
  refusals,
  records,
  foods,
  visits: (bench) => visits(bench, Number(values.visitors)),
  peer,
  accounts: () => manyAccounts(Number(values.accounts)),
  start: startToFirstAnswer,
  idle,
};

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' and changes' : '');
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

const all = Object.keys(SCENARIOS);
const chosen = positionals.length > 0 ? positionals : all;
for (const name of chosen)
  if (!all.includes(name)) throw new Error(`there is no ${name}: there are ${all.join(', ')}`);
const dataDir = await mkdtemp(join(tmpdir(), 'diary-bench-'));
const bench = await startBenchSet(dataDir);
const figures: Figure[] = [];
try {
  for (const line of TABLE_HEAD) console.log(line);
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (!chosen.includes(name)) continue;
    const found = await scenario(bench);
    figures.push(...found);
    for (const figure of found) console.log(present(figure));
  }
} finally {
  await bench.close();
  await rm(dataDir, { recursive: true, force: true });
}

const calls = presentCalls(figures);
for (const line of calls) console.log(line);
if (positionals.length === 0) {
  const heading = `# Bench of ${new Date().toISOString().slice(0, 10)}`;
  const head = [heading, '', `Commit ${commit}. ${machine}.`, ''];
  const lines = [...head, ...TABLE_HEAD, ...figures.map(present), ...calls];
  await writeFile(new URL('results/latest.md', import.meta.url), `${lines.join('\n')}\n`);
}
