import { resolve } from 'node:path';
import { z } from 'zod';

/** The setting that tells where a set keeps its data, as an absolute path. */
export const DATA_DIR = z
  .string()
  .default(resolve(import.meta.dirname, '../../.data'))
  .transform((path) => resolve(path));
