import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { type CheckResult, cacheChecks, type HealthChecks } from './health-checks.ts';

/** `host` is every interface where it is absent. */
export type MetricsAddress = { host?: string | undefined; port: number };

/**
 * What a service exposes to Prometheus. A label is a word of ours (an operation, a service, a queue, an outcome), never
 * anything of an account: no id, address, network, path or token.
 */
type MetricsOptions = {
  service: string;
  /** Where Prometheus asks; without an address, nothing is served. */
  address: MetricsAddress | undefined;
  /** Asked at each scrape: is it there, and how long does it take to say so? */
  checks: HealthChecks;
};

/** What is watched is the loop's utilization. At the library's 10 ms six idle services took 3 % of a core. */
const EVENT_LOOP_PRECISION_MS = 1000;

/** Serves `GET /metrics` on a port of its own, which the gateway knows nothing of. */
export const serveMetrics = ({ service, address, checks }: MetricsOptions): void => {
  if (!address) return;
  register.setDefaultLabels({ service });
  collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
  measureEventLoop();
  measureHealth(checks);
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    const text = await register.metrics().catch(() => undefined);
    if (text === undefined) return void response.writeHead(500).end();
    response.writeHead(200, { 'Content-Type': register.contentType }).end(text);
  });
  server.on('error', (error) => {
    // One connection was not accepted.
    if (server.listening) return;
    process.stderr.write(`Cannot serve metrics: ${error.message}. Set METRICS_PORT to a free port.\n`);
    process.exit(1);
  });
  server.listen(address);
};

const measureEventLoop = (): void => {
  let previous = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape that the process was busy; near 1 it needs another replica.',
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, previous).utilization);
      previous = now;
    },
  });
};

const measureHealth = (checks: HealthChecks): void => {
  // Both gauges of one scrape show the same round of checks.
  const runChecks = cacheChecks(checks);
  const gauge = (name: string, help: string, read: (result: CheckResult) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['check'],
      async collect() {
        for (const [check, result] of Object.entries(await runChecks())) this.set({ check }, read(result));
      },
    });
  gauge('health_check_up', 'Whether what the service works with was there at this scrape.', ({ up }) => +up);
  gauge('health_check_seconds', 'How long it took to say so, 2 s at most.', ({ ms }) => ms / 1000);
};
