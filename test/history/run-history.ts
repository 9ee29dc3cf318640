import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connected, connectClient } from '../oauth/steps.ts';
import { inWaves } from '../support/in-waves.ts';
import { newAccount } from '../support/new-token.ts';
import type { SetAddresses } from '../support/set.ts';
import { checkHistory, type Result } from './check-history.ts';
import { type Injected, injectFaults } from './faults.ts';
import { type PairedSets, startPairedSets } from './paired-sets.ts';
import { now, type Plan, type RecordedCall } from './recorded-call.ts';

export type RunOptions = {
  seconds: number;
  seed: number;
  accounts: number;
  /** Seconds from one fault to the next, on average. */
  pause: number;
  /** Only faults whose names match. */
  faults?: string | undefined;
  /** A folder where all that was recorded is kept, a call a line. */
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
/** Assistants of an account: so many at once change a day. */
const ASSISTANTS_OF_ACCOUNT = 3;
/** Accounts that have a grant as well. Each takes two mails and a person. */
const GRANTS = 20;
/** So many accounts share a token that is used and revoked, each for so long. */
const SHARING = 5;
const SHARED_SECONDS = 30;
const ASSISTANTS = fileURLToPath(new URL('assistants.ts', import.meta.url));

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `Test assistant ${number}`);

/** A grant of a person of its own. Where a way to it fails, another person goes it: this is no part of what is checked. */
const newGrant = async (set: SetAddresses): Promise<Connected> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await connectClient({}, { set });
    } catch (error) {
      if (attempt === 5) throw error;
    }
};

const makePlan = async (sets: PairedSets, { seconds, seed, accounts }: RunOptions): Promise<Plan> => {
  const { url, base, mailboxUrl, dataDir } = sets.first;
  const set = { url, base, mailboxUrl, dataDir };
  const withTokens = async (count: number, tokens: number): Promise<string[][]> => {
    const made = await inWaves(count, 4, () => newAccount(namesOf(tokens), set));
    return made.map((account) => account.tokens);
  };
  const tokens = await withTokens(accounts, ASSISTANTS_OF_ACCOUNT);
  const revoked = await withTokens(Math.ceil(accounts / SHARING), Math.ceil(seconds / SHARED_SECONDS));
  const grants = await inWaves(Math.min(accounts, GRANTS), 4, () => newGrant(set));
  const startsAt = now();
  return {
    ...{ set, seed, startsAt, endsAt: startsAt + seconds * 1000 },
    ...{ gateways: sets.gateways, accounts: tokens, revoked },
    grants: grants.map(({ client, access_token, refresh_token }) => ({
      client,
      access_token,
      refresh_token,
    })),
  };
};

/** Checks all calls in a folder. Each object's are in files of one number: so many at a time are in memory. */
const checkFolder = async (folder: string): Promise<Omit<Run, keyof Injected>> => {
  const byNumber = Map.groupBy(await readdir(folder), (file) => file.split('.')[0]);
  const begins: number[] = [];
  const results: Result[] = [];
  let unknown = 0;
  for (const files of byNumber.values()) {
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const recorded = texts.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line): RecordedCall => JSON.parse(line)),
    );
    results.push(checkHistory(recorded));
    for (const { more, begin, end } of recorded) {
      if (!more) begins.push(begin);
      if (end === undefined) unknown += 1;
    }
  }
  const sum = (figure: 'objects' | 'seconds') => results.reduce((total, result) => total + result[figure], 0);
  const anomalies = results.flatMap((result) => result.anomalies);
  const undecided = results.flatMap((result) => result.undecided);
  const shownAt = Math.min(
    ...anomalies.map(({ calls }) => Math.max(...calls.map(({ answer }) => answer?.end ?? 0))),
  );
  return {
    ...{ operations: begins.length, unknown, anomalies, undecided },
    ...{ objects: sum('objects'), seconds: sum('seconds') },
    foundAfter: anomalies.length > 0 ? begins.filter((begin) => begin <= shownAt).length : undefined,
  };
};

/** Has assistants of several processes read and write while parts fail, and checks all that they saw. */
export const runHistory = async (options: RunOptions): Promise<Run> => {
  const dir = await mkdtemp(join(tmpdir(), 'diary-history-'));
  const folder = options.record ?? join(dir, 'calls');
  await mkdir(folder);
  const sets = await startPairedSets();
  try {
    const plan = await makePlan(sets, options);
    const planFile = join(dir, 'plan.json');
    await writeFile(planFile, JSON.stringify(plan));
    const runs = Array.from({ length: PROCESSES }, async (_, number) => {
      const args = [ASSISTANTS, planFile, `${number}`, `${PROCESSES}`, folder];
      const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
      if (code !== 0) throw new Error(`the assistants of process ${number} ended with ${code}`);
    });
    const { seed, pause } = options;
    const names = new RegExp(options.faults ?? '');
    const [injected] = await Promise.all([
      injectFaults(sets, { seed, pause, names, endsAt: plan.endsAt }),
      ...runs,
    ]);
    return { ...(await checkFolder(folder)), ...injected };
  } finally {
    await sets.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
