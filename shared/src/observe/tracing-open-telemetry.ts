import type { RequestListener } from 'node:http';
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { MongoClient } from 'mongodb';
import { oncePerMinute } from '../process/once-per-minute.ts';
import type { Log } from './log.ts';
import { traceMongoCommands, traceRedisCommands } from './tracing-engines.ts';
import { traceCalls, traceServer } from './tracing-http.ts';

const SEND_EVERY_MS = 1000;

/** What is traced. A span holds names of ours, methods, statuses and times: no address, parameter, key, value or message. */
export type Tracing = {
  /** A listener whose requests are spans, and the parents of what is asked for them. */
  traceRequests(listener: RequestListener): RequestListener;
  traceCommands(client: MongoClient): void;
  /** Sends what is left. */
  end(): Promise<void>;
};

type Options = { service: string; endpoint: string; ratio: number; log: Log };

/**
 * Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. The spans are made from the events that undici, node:http, the
 * driver and ioredis publish: nothing is patched, and nothing is in a span that is not written here (docs/decisions/operation.md).
 */
export const createTracing = ({ service, endpoint, ratio, log }: Options): Tracing => {
  logFailures(log);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());

  const tracer = trace.getTracer(service);
  traceCalls(tracer);
  traceRedisCommands(tracer);
  return {
    // A caller from outside does not say which trace its request belongs to, nor whether it is sampled.
    traceRequests: (listener) => traceServer(tracer, listener, { believesHeaders: service !== 'gateway' }),
    traceCommands: (client) => traceMongoCommands(tracer, client),
    end: () => provider.shutdown(),
  };
};

/** While a collector is down or slow, spans are lost; one line a minute says so. */
const logFailures = (log: Log): void => {
  const warn = oncePerMinute((err?: unknown) =>
    // It has nothing to do with the request that happens to be handled.
    log.warn({ err, request_id: undefined }, 'traces could not be sent to the collector'),
  );
  setGlobalErrorHandler(warn);
  const nothing = () => {};
  const logger = { error: () => warn(), warn: () => warn(), info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, DiagLogLevel.WARN);
};
