import { everyService, readConfig } from 'shared/process/config.ts';
import { z } from 'zod';

/** The mailbox's settings, all from the supervisor. Only this machine reaches it: who can read it can sign in as anybody. */
export const config = readConfig({
  /** Where the page and its JSON listen. */
  MAILBOX_PORT: everyService.PORT,
  SMTP_PORT: everyService.PORT,
  /** The mails are in its folder `mailbox`. */
  DATA_DIR: z.string(),
});
