import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freePort } from 'engines/ports.ts';
import { answersOk, waitUntilReady } from 'engines/wait-until-ready.ts';
import { readParts, type SetAddresses } from './set.ts';
import { endProcess } from './start-part.ts';

/** An additional process of a service. */
export type Replica = {
  /** The addresses of the set, as reached through this process. */
  set: SetAddresses;
  metricsUrl: string;
  /** Starts it again on the same port, and resolves when it is ready. */
  start: () => Promise<void>;
  /** Resolves when it has ended. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts another process of a service of a running set, by the same command, on loopback. `env` overrides the set's settings. */
export const startReplica = async (
  set: SetAddresses,
  service: string,
  env: Record<string, string> = {},
): Promise<Replica> => {
  const { [service]: first } = await readParts(set.dataDir);
  const [program = '', ...args] = await listOf(first?.pid, 'cmdline');
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const ownEnv = { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const settings = { ...(await environmentOf(first?.pid)), ...ownEnv };
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(program, args, { env: settings, stdio: 'ignore' });
    await waitUntilReady(`another ${service}`, () => answersOk(`${url}/health/ready`));
  };
  await start();
  return {
    set: { ...set, url, base: `${url}/api/v1` },
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    start,
    end: (signal) => endProcess(child, signal),
  };
};

/** The environment of one of our processes. */
export const environmentOf = async (pid: number | undefined): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listOf(pid, 'environ')).map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  );

/** What the kernel tells of a process. */
const listOf = async (pid: number | undefined, name: 'cmdline' | 'environ'): Promise<string[]> =>
  (await readFile(`/proc/${pid}/${name}`, 'utf8')).split('\0').filter(Boolean);
