import { everyService, readConfig } from 'shared/process/config.ts';
import { z } from 'zod';

/** The gateway's settings: the loopback port it serves, and the folder with the socket of the PostgreSQL that holds the data. */
export const config = readConfig({
  PORT: everyService.PORT,
  PG_SOCKET_DIR: z.string().startsWith('/', 'must be the absolute path of a folder'),
  /** A transaction that gets no command for so long is aborted; MongoDB waits for 60 s too. */
  TRANSACTION_IDLE_MS: z.coerce.number().int().positive().default(60_000),
  /** A cursor that nobody reads on for so long is forgotten, as in MongoDB. */
  CURSOR_IDLE_MS: z.coerce.number().int().positive().default(600_000),
});

export type Config = typeof config;
