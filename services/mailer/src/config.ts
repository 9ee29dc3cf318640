import { everyService, readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

const { MAIL_FROM, ...settings } = readConfig({
  ...everyService,
  SMTP_URL: variables.SMTP_URL,
  /** The sender of every mail, with or without a name. */
  MAIL_FROM: z.string().optional(),
});

/** What the mailer reads of its environment. */
export const config = {
  ...settings,
  MAIL_FROM: MAIL_FROM ?? `Diary <diary@${new URL(settings.SITE_URL).hostname}>`,
};
