import { everyService, readConfig, serviceUrl } from 'shared/service/config.ts';
import { MONGODB_URL } from 'shared/service/mongo-url.ts';

export const config = readConfig({
  ...everyService,
  MONGODB_URL,
  AUTH_SERVICE_URL: serviceUrl,
  REPORTS_SERVICE_URL: serviceUrl,
});
