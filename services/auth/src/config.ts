import {
  AUTH_URL,
  DEMO_ACCOUNT,
  everyService,
  MONGODB_TIMEOUT_MS,
  readConfig,
  SMTP_TIMEOUT_MS,
} from 'shared/process/config.ts';
import { MONGODB_URL } from 'shared/store/mongo-url.ts';
import { z } from 'zod';

const settings = readConfig({
  ...everyService,
  AUTH_URL,
  DEMO_ACCOUNT,
  MONGODB_URL,
  MONGODB_TIMEOUT_MS,
  /** That of the mailer: auth waits for what becomes of a mail. */
  SMTP_TIMEOUT_MS,
  /** An hour, of connection requests; and as many sign-in mails, OAuth sign-ins, registrations and client documents fetched. */
  LIMIT_CONNECT_PER_NETWORK: z.coerce.number().int().min(1).default(200),
  OPERATOR_NAME: z.string().optional(),
  OPERATOR_CONTACT: z.string().optional(),
});

const { hostname } = new URL(settings.SITE_URL);

/** What auth reads of the environment. Who runs the site is named in the terms and the privacy notice. */
export const config = {
  ...settings,
  operator: {
    name: settings.OPERATOR_NAME ?? hostname,
    contact: settings.OPERATOR_CONTACT ?? `privacy@${hostname}`,
  },
};
