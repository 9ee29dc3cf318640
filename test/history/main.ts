import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newConnection, newEmail } from '../support/client.ts';
import { inWaves } from '../support/in-waves.ts';
import { startSet } from '../support/set.ts';
import { checkHistory } from './check-history.ts';
import { injectFaults } from './faults.ts';
import { now, type Plan, type RecordedCall } from './recorded-call.ts';

/** `npm run test:history -- --seconds 120 --seed 1`: assistants write and read while parts fail; all that they saw is checked. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '12' },
    /** Where all that was recorded is written to, a call a line. */
    record: { type: 'string' },
  },
});
const [seconds, seed, accounts] = [values.seconds, values.seed, values.accounts].map(Number) as [
  number,
  number,
  number,
];
const PROCESSES = 3;
/** An address has three requests for a connection an hour. */
const CONNECTIONS = 3;
const REVOKED_ACCOUNTS = 4;
const ASSISTANTS = fileURLToPath(new URL('assistants.ts', import.meta.url));

const dir = await mkdtemp(join(tmpdir(), 'diary-history-'));
const set = await startSet();
try {
  const newAccount = async (): Promise<string[]> => {
    const email = newEmail();
    const connections = await inWaves(CONNECTIONS, 1, () => newConnection({ set, email }));
    return connections.map(({ token }) => token);
  };
  const tokens = await inWaves(accounts + REVOKED_ACCOUNTS, 4, newAccount);
  const startsAt = now();
  const { url, base, mailboxUrl, dataDir } = set;
  const plan: Plan = {
    set: { url, base, mailboxUrl, dataDir },
    ...{ seed, startsAt, endsAt: startsAt + seconds * 1000 },
    accounts: tokens.slice(0, accounts),
    revoked: tokens.slice(accounts).flat(),
  };
  const planFile = join(dir, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const resultFiles = Array.from({ length: PROCESSES }, (_, number) => join(dir, `${number}.jsonl`));
  const runs = resultFiles.map(async (file, number) => {
    const args = [ASSISTANTS, planFile, `${number}`, `${PROCESSES}`, file];
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`the assistants of process ${number} ended with ${code}`);
  });
  const isOver = () => now() > plan.endsAt;
  const [faults] = await Promise.all([injectFaults(set, { seed, isOver }), ...runs]);

  const lines = (await Promise.all(resultFiles.map((file) => readFile(file, 'utf8')))).join('\n').split('\n');
  if (values.record) await writeFile(values.record, lines.join('\n'));
  const recorded = lines.map((line): RecordedCall => JSON.parse(line));
  const { objects, anomalies, undecided, seconds: checking } = checkHistory(recorded);
  const unknown = recorded.filter(({ end }) => end === undefined).length;
  console.log(
    `seed ${seed}, ${seconds} s, ${accounts} accounts with ${CONNECTIONS} assistants each, ${PROCESSES} processes`,
  );
  console.log(
    `operations: ${recorded.length} of ${objects} objects; ${unknown} of them with an unknown outcome`,
  );
  for (const [name, times] of [...faults].sort()) console.log(`fault: ${name}, ${times} times`);
  console.log(
    `anomalies: ${anomalies.length}; undecided: ${undecided.length}; checked in ${checking.toFixed(1)} s`,
  );
  for (const anomaly of anomalies) console.log(JSON.stringify(anomaly));
  for (const object of undecided) console.log(`undecided: ${object}`);
  if (anomalies.length + undecided.length > 0) process.exitCode = 1;
} finally {
  await set.stop();
  await rm(dir, { recursive: true, force: true });
}
