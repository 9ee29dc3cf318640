import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpTerminator, type HttpTerminator } from 'http-terminator';
import { CLOSE_MS, DRAIN_MS, GATEWAY_WAIT_MS, HEADERS_MS, KEEP_ALIVE_MS } from '../deadlines.ts';
import type { HealthChecks } from '../observe/health-checks.ts';
import type { Log } from '../observe/log.ts';
import { type MetricsAddress, serveMetrics } from '../observe/metrics.ts';
import { measureRequests } from '../observe/metrics-requests.ts';
import { activeTracing } from '../observe/tracing.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { type HealthOptions, healthApp } from './health-app.ts';

type RunOptions = HealthOptions & {
  log: Log;
  /** Where the service listens, and where Prometheus asks. */
  config: { PORT: number; HOST?: string | undefined; METRICS_PORT?: MetricsAddress | undefined };
  serverOptions?: ServerOptions;
  /** What it can work without: shown in the metrics alone. */
  alsoWatched?: HealthChecks;
  /** Run in order after the last request was answered. */
  close: (() => Promise<unknown>)[];
  /** How long each of them may take. */
  closeMs?: number;
};

/** Twice what the gateway takes, for what it adds. */
const HEADER_BYTES = 32 * 1024;

/** Listens, answers `/health/live` and `/health/ready`, and on SIGTERM or SIGINT turns not ready and stops gracefully. */
export const runService = (options: RunOptions): Server => {
  const { service, app, log, serverOptions = {}, checks, close, closeMs = CLOSE_MS } = options;
  const { PORT: port, HOST: host, METRICS_PORT: address } = options.config;
  const stopping = new AbortController();
  const health = healthApp(options, stopping.signal);
  // Not around every request: an app within an app changes each request's prototype twice more.
  const listener: RequestListener = (request, response) =>
    (request.url?.startsWith('/health/') ? health : app)(request, response);

  serveMetrics({ service, address, checks: { ...checks, ...options.alsoWatched } });
  const tracing = activeTracing();
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES, ...serverOptions },
    tracing ? tracing.traceRequests(listener) : listener,
  );
  measureRequests(server);
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (server.listening) return log.error({ err: error }, 'a connection was not accepted');
    const isHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? '');
    const remedy = isHost ? 'Set HOST to an address of this machine' : 'Set PORT to a free one';
    process.stderr.write(`Cannot listen on port ${port}: ${error.message}. ${remedy}.\n`);
    process.exit(1);
  });
  server.listen({ port, host }, () => log.info({ port }, 'listening'));
  // It is never the service that closes an idle connection first.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;

  const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: GATEWAY_WAIT_MS });
  const ends = tracing ? [...close, tracing.end] : close;
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    return stopGracefully(server, terminator, { ends, closeMs }, log);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
  // Node itself would print its message, on several lines.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception');
    process.exit(1);
  });
  return server;
};

/** Waits until the gateway has noticed, answers what was accepted, closes what the service holds, and exits. */
const stopGracefully = async (
  server: Server,
  terminator: HttpTerminator,
  { ends, closeMs }: { ends: RunOptions['close']; closeMs: number },
  log: Log,
): Promise<void> => {
  await sleep(DRAIN_MS);
  // The terminator itself accepts new connections, and resets them, until the last request is answered. Not `server.close()`: it
  // breaks off an answer that is complete but not yet sent.
  NetServer.prototype.close.call(server);
  await terminator.terminate().catch((error: NodeJS.ErrnoException) => {
    // It closes the server too, at its end.
    if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error;
  });
  for (const end of ends)
    await withTimeout(end(), closeMs).catch((err) => log.warn({ err }, 'did not close cleanly'));
  log.info('stopped');
  process.exit(0);
};
