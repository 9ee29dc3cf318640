import { isIPv6 } from 'node:net';
import type { Part } from 'engines/engine.ts';
import { freePort } from 'engines/ports.ts';
import { answersOk, waitUntilReady } from 'engines/wait-until-ready.ts';

const INTERNAL_SERVICES = ['auth', 'diary', 'reports', 'mailer', 'mcp'];

/**
 * As in the Dockerfile: with a small heap and one thread for garbage collection, a busy service keeps half as much memory
 * (docs/decisions/performance.md).
 */
const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=256 --v8-pool-size=1';
/** As in the Dockerfile: what starting a service took goes back to the system. The threshold (bytes) is glibc's own; said, it does not grow. */
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Nothing that is made for a call is allocated among what stays (docs/decisions/performance.md). */
const NOTHING_STAYS = '--no-allocation-site-pretenuring';
/** As in docker-compose.yml. The gateway, mcp and reports keep nothing between calls: they collect garbage less often. */
const FLAGS: Record<string, string[]> = {
  gateway: ['--max-semi-space-size=16', NOTHING_STAYS],
  mcp: ['--max-semi-space-size=16', NOTHING_STAYS],
  diary: [NOTHING_STAYS],
  reports: ['--max-semi-space-size=16', NOTHING_STAYS],
};

export type ServiceSettings = {
  /** The program of a service. */
  program: (service: string) => string;
  /** The gateway's. */
  port: number;
  /** The address that the gateway listens on; all of them where absent. */
  host?: string | undefined;
  /** What each of the services reads from its environment. */
  env: Record<string, string>;
};

/** The six services as processes: those behind the gateway on loopback, each told where the others are; the gateway. */
export const serviceParts = async ({ program, port: gatewayPort, host, env }: ServiceSettings) => {
  const internal = await Promise.all(
    INTERNAL_SERVICES.map(async (name) => ({ name, port: await freePort() })),
  );
  const addresses = Object.fromEntries(
    internal.map(({ name, port }) => [`${name.toUpperCase()}_SERVICE_URL`, `http://127.0.0.1:${port}`]),
  );

  const servicePart = async (name: string, port: number, host?: string): Promise<Part> => {
    const metricsPort = await freePort();
    const address = `http://${reachable(host)}:${port}`;
    return {
      name,
      port,
      metricsPort,
      command: process.execPath,
      args: [...(FLAGS[name] ?? []), program(name)],
      env: {
        ...env,
        ...addresses,
        ...(host && { HOST: host }),
        PORT: `${port}`,
        METRICS_PORT: `127.0.0.1:${metricsPort}`,
        NODE_OPTIONS,
        ...MALLOC,
      },
      ready: (ended) => waitUntilReady(name, () => answersOk(`${address}/health/ready`), { ended }),
    };
  };

  return {
    internal: await Promise.all(internal.map(({ name, port }) => servicePart(name, port, '127.0.0.1'))),
    gateway: await servicePart('gateway', gatewayPort, host),
  };
};

/** Where this machine reaches a service that listens on `host`. */
const reachable = (host = '0.0.0.0'): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
};
