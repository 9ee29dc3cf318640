import { readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

const { MAIL_FROM, ...settings } = readConfig({
  PORT: variables.PORT,
  HOST: variables.HOST,
  SITE_URL: variables.SITE_URL,
  REDIS_URL: variables.REDIS_URL,
  SECRET_KEY: variables.SECRET_KEY,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: variables.OTEL_TRACES_SAMPLER_ARG,
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  /** The sender of every mail, with or without a name. */
  MAIL_FROM: z.string().optional(),
});

/** What the mailer reads of its environment. */
export const config = {
  ...settings,
  MAIL_FROM: MAIL_FROM ?? `Diary <diary@${new URL(settings.SITE_URL).hostname}>`,
};
