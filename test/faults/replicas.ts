import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freePort } from 'shared/embedded/ports.ts';
import type { ServiceSet } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';
import { startService } from '../support/start-service.ts';

export type PairedService = 'gateway' | 'auth' | 'diary' | 'reports' | 'mcp';

/** One process of a service, beside the one that the set has. */
type Second = { start: () => Promise<void>; end: (signal: NodeJS.Signals) => Promise<void> };

/** Two gateways, and two of each service behind both, on the engines of a running set. */
export type Pairs = {
  /** The addresses of the two gateways; `second.gateway` is the last of them. */
  gateways: string[];
  second: Record<PairedService, Second>;
  stop: () => Promise<void>;
};

/** Starts a second process of each service, and two gateways that know both of each. */
export const startPairs = async (set: ServiceSet): Promise<Pairs> => {
  const parts = await set.parts();
  const start = async (service: PairedService, more: Record<string, string> = {}) => {
    const port = await freePort();
    const env = {
      ...(await environmentOf(parts[service]?.pid)),
      ...more,
      METRICS_PORT: String(await freePort()),
    };
    return { url: `http://127.0.0.1:${port}`, ...(await startSecond(service, port, env)) };
  };
  const [auth, diary, reports, mcp] = await Promise.all([
    start('auth'),
    start('diary'),
    start('reports'),
    start('mcp'),
  ]);
  const both = (service: PairedService, { url }: { url: string }) =>
    `http://127.0.0.1:${parts[service]?.port},${url}`;
  const addresses = {
    AUTH_SERVICE_URL: both('auth', auth),
    DIARY_SERVICE_URL: both('diary', diary),
    REPORTS_SERVICE_URL: both('reports', reports),
    MCP_SERVICE_URL: both('mcp', mcp),
  };
  const first = await start('gateway', addresses);
  const gateway = await start('gateway', addresses);
  const second = { gateway, auth, diary, reports, mcp };
  return {
    gateways: [first.url, gateway.url],
    second,
    stop: async () => {
      for (const one of [first, ...Object.values(second)]) await one.end('SIGTERM');
    },
  };
};

/** What a process of ours was started with. */
export const environmentOf = async (pid: number | undefined): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

const startSecond = async (service: string, port: number, env: Record<string, string>): Promise<Second> => {
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = await startService(service, port, env);
  };
  await start();
  return { start, end: (signal) => endProcess(child, signal) };
};
