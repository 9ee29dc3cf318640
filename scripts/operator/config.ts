import { resolve } from 'node:path';
import { readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

/** What the operator's scripts read of the environment. */
export const config = readConfig({
  MONGODB_URL: variables.MONGODB_URL.optional(),
  DATA_DIR: z
    .string()
    .default(resolve(import.meta.dirname, '../../.data'))
    .transform((path) => resolve(path)),
});
