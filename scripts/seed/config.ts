import { resolve } from 'node:path';
import { readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

/** What `npm run seed` reads of its environment (contract §9). */
export const config = readConfig({
  NODE_ENV: z.string().optional(),
  MONGODB_URL: variables.MONGODB_URL.optional(),
  DATA_DIR: z
    .string()
    .default(resolve(import.meta.dirname, '../../.data'))
    .transform((path) => resolve(path)),
});
