import type { Part } from 'shared/embedded/engine.ts';
import { freePort } from 'shared/embedded/ports.ts';
import { answersOk, waitUntilReady } from 'shared/embedded/wait-until-ready.ts';

const INTERNAL_SERVICES = ['auth', 'diary', 'reports', 'mailer', 'mcp'];

/**
 * As in the Dockerfile: with a small heap and one thread for garbage collection, a busy service keeps half as much memory
 * (docs/decisions/performance.md).
 */
const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=256 --v8-pool-size=1';
/**
 * These pass calls on and keep nothing: as in docker-compose.yml, they collect garbage less often
 * (docs/decisions/performance.md).
 */
const LARGE_SEMI_SPACE = ['gateway', 'mcp'];

export type ServiceSettings = {
  /** The program of a service. */
  program: (service: string) => string;
  /** The gateway's. */
  port: number;
  /** What each of the services reads from its environment. */
  env: Record<string, string>;
};

/** The six services as processes: those behind the gateway on loopback, each told where the others are; the gateway. */
export async function serviceParts({ program, port: gatewayPort, env }: ServiceSettings) {
  const internal = await Promise.all(
    INTERNAL_SERVICES.map(async (name) => ({ name, port: await freePort() })),
  );
  const addresses = Object.fromEntries(
    internal.map(({ name, port }) => [`${name.toUpperCase()}_SERVICE_URL`, `http://127.0.0.1:${port}`]),
  );

  async function servicePart(name: string, port: number, ownEnv: Record<string, string>): Promise<Part> {
    const metricsPort = await freePort();
    return {
      name,
      port,
      metricsPort,
      command: process.execPath,
      args: [...(LARGE_SEMI_SPACE.includes(name) ? ['--max-semi-space-size=16'] : []), program(name)],
      env: {
        ...env,
        ...addresses,
        ...ownEnv,
        PORT: `${port}`,
        METRICS_PORT: `127.0.0.1:${metricsPort}`,
        NODE_OPTIONS,
      },
      ready: () => waitUntilReady(name, () => answersOk(`http://127.0.0.1:${port}/health/ready`)),
    };
  }

  return {
    internal: await Promise.all(
      internal.map(({ name, port }) => servicePart(name, port, { HOST: '127.0.0.1' })),
    ),
    gateway: await servicePart('gateway', gatewayPort, {}),
  };
}
