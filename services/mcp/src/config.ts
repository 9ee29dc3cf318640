import { everyService, readConfig, variables } from 'shared/service/config.ts';

export const config = readConfig({
  ...everyService,
  AUTH_SERVICE_URL: variables.SERVICE_URL,
  DIARY_SERVICE_URL: variables.SERVICE_URL,
  REPORTS_SERVICE_URL: variables.SERVICE_URL,
});
