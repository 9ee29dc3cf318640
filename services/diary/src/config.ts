import { everyService, readConfig, serviceUrl } from 'shared/process/config.ts';
import { MONGODB_URL } from 'shared/store/mongo-url.ts';

export const config = readConfig({
  ...everyService,
  MONGODB_URL,
  AUTH_SERVICE_URL: serviceUrl,
  REPORTS_SERVICE_URL: serviceUrl,
});
