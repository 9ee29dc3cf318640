import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectClient } from '../oauth/steps.ts';
import { newConnection, newEmail } from '../support/client.ts';
import { inWaves } from '../support/in-waves.ts';
import { checkHistory, type Result } from './check-history.ts';
import { type Injected, injectFaults } from './faults.ts';
import { type PairedSets, startPairedSets } from './paired-sets.ts';
import { now, type Plan, type RecordedCall } from './recorded-call.ts';

export type RunOptions = {
  seconds: number;
  seed: number;
  accounts: number;
  /** Only faults whose names match. */
  faults?: string | undefined;
  /** Where all that was recorded is written to, a call a line. */
  record?: string | undefined;
};

export type Run = Result &
  Injected & {
    operations: number;
    unknown: number;
    /** How many operations had begun when the first anomaly showed. */
    foundAfter: number | undefined;
  };

const PROCESSES = 3;
/** An address has three requests for a connection an hour, OAuth sign-ins included. */
const CONNECTIONS = 2;
const REVOKED_ACCOUNTS = 4;
const ASSISTANTS = fileURLToPath(new URL('assistants.ts', import.meta.url));

const makePlan = async (sets: PairedSets, { seconds, seed, accounts }: RunOptions): Promise<Plan> => {
  const { url, base, mailboxUrl, dataDir } = sets.first;
  const set = { url, base, mailboxUrl, dataDir };
  const newTokens = async (email: string): Promise<string[]> => {
    const connections = await inWaves(CONNECTIONS, 1, () => newConnection({ set, email }));
    return connections.map(({ token }) => token);
  };
  const made = await inWaves(accounts, 4, async () => {
    const email = newEmail();
    const tokens = await newTokens(email);
    const { client, access_token, refresh_token } = await connectClient({}, { set, email });
    return { tokens, grant: { client, access_token, refresh_token } };
  });
  const revoked = await inWaves(REVOKED_ACCOUNTS, 4, () => newTokens(newEmail()));
  const startsAt = now();
  return {
    ...{ set, seed, startsAt, endsAt: startsAt + seconds * 1000 },
    gateways: sets.gateways,
    accounts: made.map(({ tokens }) => tokens),
    grants: made.map(({ grant }) => grant),
    revoked: revoked.flat(),
  };
};

/** Has assistants of several processes read and write while parts fail, and checks all that they saw. */
export const runHistory = async (options: RunOptions): Promise<Run> => {
  const dir = await mkdtemp(join(tmpdir(), 'diary-history-'));
  const sets = await startPairedSets();
  try {
    const plan = await makePlan(sets, options);
    const planFile = join(dir, 'plan.json');
    await writeFile(planFile, JSON.stringify(plan));
    const resultFiles = Array.from({ length: PROCESSES }, (_, number) => join(dir, `${number}.jsonl`));
    const runs = resultFiles.map(async (file, number) => {
      const args = [ASSISTANTS, planFile, `${number}`, `${PROCESSES}`, file];
      const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
      if (code !== 0) throw new Error(`the assistants of process ${number} ended with ${code}`);
    });
    const names = new RegExp(options.faults ?? '');
    const isOver = () => now() > plan.endsAt;
    const [injected] = await Promise.all([
      injectFaults(sets, { seed: options.seed, names, isOver }),
      ...runs,
    ]);

    const texts = await Promise.all(resultFiles.map((file) => readFile(file, 'utf8')));
    const lines = texts.join('\n').split('\n');
    if (options.record) await writeFile(options.record, lines.join('\n'));
    const recorded = lines.map((line): RecordedCall => JSON.parse(line));
    const unknown = recorded.filter(({ end }) => end === undefined).length;
    const result = checkHistory(recorded);
    const shownAt = result.anomalies.map(({ calls }) =>
      Math.max(...calls.map(({ answer }) => answer?.end ?? 0)),
    );
    const foundAfter = recorded.filter(({ begin }) => begin <= Math.min(...shownAt)).length;
    return {
      ...{ operations: recorded.length, unknown, foundAfter: shownAt.length > 0 ? foundAfter : undefined },
      ...injected,
      ...result,
    };
  } finally {
    await sets.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
