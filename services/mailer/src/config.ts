import addressparser from 'nodemailer/lib/addressparser/index.js';
import { everyService, readConfig, SMTP_TIMEOUT_MS, SMTP_URL } from 'shared/process/config.ts';
import { z } from 'zod';

/** Whether receivers find one address in it: a mail without a sender's address is accepted on its way and shown to no one. */
const isSender = (text: string): boolean => {
  const [sender, ...others] = addressparser(text, { flatten: true });
  return others.length === 0 && /^[^@\s]+@[^@\s]+$/.test(sender?.address ?? '');
};

const { MAIL_FROM, ...settings } = readConfig({
  ...everyService,
  SMTP_URL,
  SMTP_TIMEOUT_MS,
  /** The sender of every mail, with or without a name. */
  MAIL_FROM: z.string().refine(isSender, 'must be one address such as Diary <diary@example.org>').optional(),
});

/** What the mailer reads of its environment. */
export const config = {
  ...settings,
  MAIL_FROM: MAIL_FROM ?? `Diary <diary@${new URL(settings.SITE_URL).hostname}>`,
};
