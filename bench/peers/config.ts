import { readConfig } from 'shared/process/config.ts';
import { z } from 'zod';

/** Where a peer is, if one is to be measured: nothing of it is kept here. */
export const config = readConfig({
  /** Its folder; no peer is measured when absent. */
  PEER_DIR: z.string().optional(),
  /** The command that starts its server, run in that folder. */
  PEER_START: z.string().default('npm start'),
  PEER_URL: z.url().default('http://127.0.0.1:3010'),
  /** Its PostgreSQL, as a user who may create indexes. */
  PEER_DATABASE_URL: z.string().default('postgresql://127.0.0.1:5432/sparkyfitness_db'),
  /** The process of that PostgreSQL which starts all others of it. */
  PEER_DATABASE_PID: z.coerce.number().int().min(1).optional(),
});
