import { readConfig, variables } from 'shared/service/config.ts';

const { PORT, HOST, SITE_URL, REDIS_URL, SECRET_KEY, SERVICE_URL, LOG_LEVEL } = variables;

export const config = readConfig({
  PORT,
  HOST,
  SITE_URL,
  REDIS_URL,
  SECRET_KEY,
  LOG_LEVEL,
  AUTH_SERVICE_URL: SERVICE_URL,
  DIARY_SERVICE_URL: SERVICE_URL,
  REPORTS_SERVICE_URL: SERVICE_URL,
});
