import { z } from 'zod';
import { everyService, readConfig } from '../../service/config.ts';

/** The mailbox's settings. By default only this machine reaches it: who can read it can sign in as anybody. */
export const config = readConfig({
  /** Where the page and its JSON listen. */
  MAILBOX_PORT: everyService.PORT.default(8025),
  SMTP_PORT: everyService.PORT.default(1025),
  HOST: z.string().default('127.0.0.1'),
  /** The mails are in its folder `mailbox`. */
  DATA_DIR: z.string().default('.data'),
});
