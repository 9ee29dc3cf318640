import type { Mail } from 'shared/queues/mail.ts';
import type { MailQueue } from '../../services/auth/src/mail/mail-queue.ts';
import { newEmail } from '../support/client.ts';
import { site } from '../support/set.ts';

export const signInMail = (to: string): Mail => ({
  template: 'sign_in',
  to,
  language: 'en',
  link: `${site.url}/signin/none`,
  expires_at: new Date(Date.now() + 60_000).toISOString(),
});

/** Whether the queue reports a mail as accepted. */
export const isSent = (queue: MailQueue, to = newEmail()): Promise<boolean> =>
  queue.send(signInMail(to)).then(
    () => true,
    () => false,
  );
