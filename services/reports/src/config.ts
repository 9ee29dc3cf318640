import { everyService, readConfig, variables } from 'shared/service/config.ts';

export const config = readConfig({
  ...everyService,
  MONGODB_URL: variables.MONGODB_URL,
  AUTH_SERVICE_URL: variables.SERVICE_URL,
});
