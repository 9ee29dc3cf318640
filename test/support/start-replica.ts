import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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

/** Starts another process of a service of a running set, on loopback. `env` overrides the set's settings. */
export const startReplica = async (
  set: SetAddresses,
  service: string,
  env: Record<string, string> = {},
): Promise<Replica> => {
  const main = fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));
  const { [service]: first } = await readParts(set.dataDir);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const ownEnv = { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const settings = { ...(await environmentOf(first?.pid)), ...ownEnv };
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [main], { env: settings, stdio: 'ignore' });
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
    (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
