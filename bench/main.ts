import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchSet, startBenchSet } from './measuring/bench-set.ts';
import { type Figure, present, presentCalls, TABLE_HEAD } from './measuring/figure.ts';
import { afterLoad } from './scenarios/after-load.ts';
import { history } from './scenarios/history.ts';
import { manyAccounts } from './scenarios/many-accounts.ts';
import { mcp } from './scenarios/mcp.ts';
import { idleMemory, memoryOfServices } from './scenarios/memory.ts';
import { records } from './scenarios/records.ts';
import { refusals } from './scenarios/refusals.ts';
import { startToFirstAnswer } from './scenarios/start.ts';

/** `npm run bench [-- --only refusals,records] [--minutes 10] [--accounts 98500]`: measures and prints; a whole run is kept in `results/`. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    accounts: { type: 'string', default: '98500' },
  },
});

type Scenario = (bench: BenchSet) => Promise<Figure[]>;
/** In this order: what is idle comes before anybody called. */
const SCENARIOS: Record<string, Scenario> = {
  memory: async (bench) => {
    const figures = await idleMemory(bench);
    const idle = await memoryOfServices(bench);
    return [...figures, ...(await afterLoad(bench, idle, Number(values.minutes)))];
  },
  refusals,
  records,
  mcp,
  history,
  accounts: () => manyAccounts(Number(values.accounts)),
  start: startToFirstAnswer,
};

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' and changes' : '');
const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

const chosen = values.only?.split(',') ?? Object.keys(SCENARIOS);
for (const name of chosen)
  if (!(name in SCENARIOS)) throw new Error(`--only ${name}: there are ${Object.keys(SCENARIOS).join(', ')}`);
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

const calls = ['', ...presentCalls(figures)];
for (const line of calls) console.log(line);
if (!values.only) {
  const heading = `# Bench of ${new Date().toISOString().slice(0, 10)}`;
  const head = [heading, '', `Commit ${commit}. ${machine}.`, ''];
  const lines = [...head, ...TABLE_HEAD, ...figures.map(present), ...calls];
  await writeFile(new URL('results/latest.md', import.meta.url), `${lines.join('\n')}\n`);
}
