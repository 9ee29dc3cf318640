import type { RequestListener } from 'node:http';
import type { MongoClient } from 'mongodb';
import type { Log } from './log.ts';

/** What is traced. A span holds names of ours, methods, statuses and times: no address, parameter, key, value or message. */
export type Tracing = {
  /** A listener whose requests are spans, and the parents of what is asked for them. */
  traceRequests(listener: RequestListener): RequestListener;
  traceCommands(client: MongoClient): void;
  /** Sends what is left. */
  end(): Promise<void>;
};

type TracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
};

let tracing: Tracing | undefined;

/** Where no collector is named, nothing of OpenTelemetry is loaded. To be called before connections are made. */
export const startTracing = async (service: string, config: TracingConfig, log: Log): Promise<void> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return;
  const { createTracing } = await import('./tracing-open-telemetry.ts');
  tracing = createTracing({ service, endpoint, ratio, log });
};

/** Undefined where nothing is traced. */
export const activeTracing = (): Tracing | undefined => tracing;
