import type { Log } from './log.ts';
import type { Tracing } from './tracing-open-telemetry.ts';

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
