import { everyService, readConfig } from 'shared/process/config.ts';
import { MONGODB_URL } from 'shared/store/mongo-url.ts';
import { z } from 'zod';
import { DATA_DIR } from './data-dir.ts';

/** What the scripts that work on a set's engines read of the environment (`C9.settings`). */
export const config = readConfig({
  NODE_ENV: z.string().optional(),
  MONGODB_URL: MONGODB_URL.optional(),
  REDIS_URL: everyService.REDIS_URL.optional(),
  SECRET_KEY: everyService.SECRET_KEY.optional(),
  DATA_DIR,
});
