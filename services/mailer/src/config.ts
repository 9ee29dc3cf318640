import addressparser from 'nodemailer/lib/addressparser/index.js';
import {
  everyService,
  readConfig,
  refuseSettings,
  SMTP_OAUTH2_TOKEN_URL,
  SMTP_TIMEOUT_MS,
  SMTP_URL,
} from 'shared/process/config.ts';
import { z } from 'zod';
import type { TokenClient } from './smtp/access-token.ts';

/** Whether receivers find one address in it: a mail without a sender's address is accepted on its way and shown to no one. */
const isSender = (text: string): boolean => {
  const [sender, ...others] = addressparser(text, { flatten: true });
  return others.length === 0 && /^[^@\s]+@[^@\s]+$/.test(sender?.address ?? '');
};

const { MAIL_FROM, ...settings } = readConfig({
  ...everyService,
  SMTP_URL,
  SMTP_TIMEOUT_MS,
  /** For a mail server that takes OAuth 2 alone (client credentials); passwords when absent. */
  SMTP_OAUTH2_TOKEN_URL: SMTP_OAUTH2_TOKEN_URL.optional(),
  SMTP_OAUTH2_CLIENT_ID: z.string().optional(),
  SMTP_OAUTH2_CLIENT_SECRET: z.string().optional(),
  SMTP_OAUTH2_SCOPE: z.string().optional(),
  /** The sender of every mail, with or without a name. */
  MAIL_FROM: z.string().refine(isSender, 'must be one address such as Diary <diary@example.org>').optional(),
});

/** Who asks for the mail server's access tokens, and where; undefined where passwords are used. */
const tokenClient = (): TokenClient | undefined => {
  const {
    SMTP_OAUTH2_TOKEN_URL: tokenUrl,
    SMTP_OAUTH2_CLIENT_ID: clientId,
    SMTP_OAUTH2_CLIENT_SECRET: clientSecret,
    SMTP_OAUTH2_SCOPE: scope,
  } = settings;
  if (!(tokenUrl || clientId || clientSecret || scope)) return undefined;
  if (!tokenUrl || !clientId || !clientSecret)
    return refuseSettings(
      'SMTP_OAUTH2_TOKEN_URL, SMTP_OAUTH2_CLIENT_ID and SMTP_OAUTH2_CLIENT_SECRET need each other',
    );
  const { username, password } = new URL(settings.SMTP_URL);
  if (!username || password)
    return refuseSettings('with SMTP_OAUTH2_TOKEN_URL, SMTP_URL needs a user and takes no password');
  return { tokenUrl, clientId, clientSecret, scope };
};

/** What the mailer reads of its environment. */
export const config = {
  ...settings,
  tokenClient: tokenClient(),
  MAIL_FROM: MAIL_FROM ?? `Diary <diary@${new URL(settings.SITE_URL).hostname}>`,
};
