import {
  DEMO_ACCOUNT,
  everyService,
  MONGODB_TIMEOUT_MS,
  readConfig,
  serviceUrl,
} from 'shared/process/config.ts';
import { MONGODB_URL } from 'shared/store/mongo-url.ts';

export const config = readConfig({
  ...everyService,
  MONGODB_URL,
  MONGODB_TIMEOUT_MS,
  DEMO_ACCOUNT,
  AUTH_SERVICE_URL: serviceUrl,
  REPORTS_SERVICE_URL: serviceUrl,
});
