import { readConfig, variables } from 'shared/service/config.ts';

export const config = readConfig({
  PORT: variables.PORT,
  HOST: variables.HOST,
  SITE_URL: variables.SITE_URL,
  MONGODB_URL: variables.MONGODB_URL,
  REDIS_URL: variables.REDIS_URL,
  SECRET_KEY: variables.SECRET_KEY,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: variables.OTEL_TRACES_SAMPLER_ARG,
  AUTH_SERVICE_URL: variables.SERVICE_URL,
  REPORTS_SERVICE_URL: variables.SERVICE_URL,
});
