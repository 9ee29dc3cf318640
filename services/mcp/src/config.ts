import { everyService, readConfig, serviceUrl } from 'shared/process/config.ts';

export const config = readConfig({
  ...everyService,
  AUTH_SERVICE_URL: serviceUrl,
  DIARY_SERVICE_URL: serviceUrl,
  REPORTS_SERVICE_URL: serviceUrl,
});
