import { createServer, type Server, type ServerOptions } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { createHttpTerminator } from 'http-terminator';
import type { Log } from './log.ts';

/** Something that the service cannot work without, or works worse without: resolves when it is there. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export type RunOptions = {
  app: Express;
  log: Log;
  port: number;
  host?: string | undefined;
  serverOptions?: ServerOptions;
  /** Each is told by name in `/health/ready`; any that fails makes the service not ready. */
  checks: HealthChecks;
  /** Run in order after the last request was answered. */
  close: (() => Promise<unknown>)[];
};

/** Long enough for a gateway that asks every second to notice that this replica is going. */
const DRAIN_MS = 1500;
const CHECK_TIMEOUT_MS = 2000;

const withTimeout = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, CHECK_TIMEOUT_MS, new Error('no answer')).unref()),
  ]);

const runChecks = async (checks: HealthChecks): Promise<Record<string, 'up' | 'down'>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [
        name,
        await withTimeout(Promise.resolve().then(check)).then(
          () => 'up' as const,
          () => 'down' as const,
        ),
      ]),
    ),
  );

/**
 * Listens, answers `/health/live` and `/health/ready`, and on SIGTERM or SIGINT turns not ready, waits until the gateway
 * has noticed, answers what it has accepted, closes what it holds and exits.
 */
export const runService = ({
  app,
  log,
  port,
  host,
  serverOptions = {},
  checks,
  close,
}: RunOptions): Server => {
  let stopping = false;
  const ready: RequestHandler = async (_request, response) => {
    const states = await runChecks(checks);
    const isReady = !stopping && !Object.values(states).includes('down');
    response
      .status(isReady ? 200 : 503)
      .json({ status: isReady ? 'ready' : stopping ? 'stopping' : 'unavailable', checks: states });
  };
  const outer = express()
    .disable('x-powered-by')
    .get('/health/live', (_request, response) => void response.json({ status: 'live' }))
    .get('/health/ready', ready)
    .use(app);

  const server = createServer(serverOptions, outer);
  server.once('error', (error) => {
    process.stderr.write(`Cannot listen on port ${port}: ${error.message}. Set PORT to a free one.\n`);
    process.exit(1);
  });
  server.listen({ port, host }, () => log.info({ port }, 'listening'));
  // Longer than the gateway keeps its connections, so that it is never the service that closes an idle one first.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;

  const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: 10_000 });
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await terminator.terminate();
    for (const end of close)
      await withTimeout(end()).catch((err) => log.warn({ err }, 'did not close cleanly'));
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
  return server;
};
