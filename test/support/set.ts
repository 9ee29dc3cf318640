import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { boundToThisProcess } from 'engines/bound-to-this-process.ts';
import { freePort } from 'engines/ports.ts';
import { environment } from './config.ts';
import { eventually } from './eventually.ts';

/** How to reach a running set. */
export type SetAddresses = { url: string; base: string; mailboxUrl: string; dataDir: string };

type PartState = { pid: number; port?: number; metricsPort?: number };

/** A whole service as `npm start` brings it up. */
export type ServiceSet = SetAddresses & {
  parts: () => Promise<Record<string, PartState>>;
  /** Sends a signal to one part and returns the pid that got it. */
  kill: (part: string, signal: NodeJS.Signals) => Promise<number>;
  /** Freezes a part while `work` runs, as if its machine hung. */
  whileFrozen: <T>(part: string, work: () => Promise<T>) => Promise<T>;
  /** The process of `npm start`. */
  process: ChildProcess;
  stop: () => Promise<void>;
};

const PROJECT = resolve(import.meta.dirname, '../..');
const START: string = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')).scripts.start;

/** The current processes and ports of the parts at `dataDir`. */
export const readParts = async (dataDir: string): Promise<Record<string, PartState>> =>
  JSON.parse(await readFile(join(dataDir, 'parts.json'), 'utf8'));

/** Runs `npm start`; `output()` is what it has printed so far. */
const spawnSet = (env: Record<string, string>) => {
  // Stopping the tests stops the set, too.
  const [program = '', ...args] = boundToThisProcess(['sh', '-c', START]);
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { ...environment, LIMIT_CONNECT_PER_NETWORK: '100000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
};

/**
 * Starts a new set on its own ports and waits until every service is up. `env` is what an operator would set; `dataDir` is an
 * earlier set's data, which is kept at the stop, and `port` its port.
 */
export const startSet = async (
  options: { env?: Record<string, string>; dataDir?: string; port?: number } = {},
): Promise<ServiceSet> => {
  // From another range than the parts' ports, so that a set started again finds its own port free.
  const port = options.port ?? (await freePort(10_000));
  const mailboxPort = await freePort(10_000);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'diary-set-')));
  const url = `http://localhost:${port}`;
  const addresses = { url, base: `${url}/api/v1`, mailboxUrl: `http://localhost:${mailboxPort}`, dataDir };
  const { child, output } = spawnSet({
    SITE_URL: url,
    MAILBOX_PORT: String(mailboxPort),
    DATA_DIR: dataDir,
    ...options.env,
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`the set ended with ${child.exitCode}:\n${output()}`);
        return (await fetch(`${addresses.url}/health`).catch(() => undefined))?.ok;
      },
      `the set to start`,
      600_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = async (part: string, signal: NodeJS.Signals) => {
    const pid = (await readParts(dataDir))[part]?.pid;
    if (!pid) throw new Error(`no part named ${part}`);
    process.kill(pid, signal);
    return pid;
  };
  return {
    ...addresses,
    process: child,
    parts: () => readParts(dataDir),
    kill,
    whileFrozen: async (part, work) => {
      const pid = await kill(part, 'SIGSTOP');
      return work().finally(() => process.kill(pid, 'SIGCONT'));
    },
    stop,
  };
};

/** The part through which a set's services reach its database. */
export const databasePart = async (set: ServiceSet): Promise<string> =>
  'mongod' in (await set.parts()) ? 'mongod' : 'mongo-gateway';

/** The set that all tests share, started before the first test. */
export const site: SetAddresses = JSON.parse(environment.TEST_SITE ?? '{}');
