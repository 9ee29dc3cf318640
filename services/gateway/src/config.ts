import { list, readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://app.example.org' })
  .transform((text) => new URL(text).origin);

/** What the gateway reads of its environment (contract §9). */
export const config = readConfig({
  PORT: variables.PORT,
  HOST: variables.HOST,
  SITE_URL: variables.SITE_URL,
  AUTH_URL: origin.optional(),
  REDIS_URL: variables.REDIS_URL,
  SECRET_KEY: variables.SECRET_KEY,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: variables.OTEL_TRACES_SAMPLER_ARG,
  AUTH_SERVICE_URL: variables.SERVICE_URL,
  DIARY_SERVICE_URL: variables.SERVICE_URL,
  REPORTS_SERVICE_URL: variables.SERVICE_URL,
  MCP_SERVICE_URL: variables.SERVICE_URL,
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).optional(),
  /** How many proxies stand in front; each adds one address to X-Forwarded-For, and only those are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
});
