import type { Mail } from 'shared/queues/mail.ts';
import type { MailQueue } from 'shared/queues/mail-queue.ts';
import type { Log } from 'shared/service/log.ts';
import { Problem } from 'shared/service/problem.ts';
import type { MailLimits } from './connect/mail-limits.ts';

/**
 * Sends a mail that was asked for from `network`, within the limits. Throws `rate_limited`, or `email_not_sent` where the mail
 * or Redis is away, which costs nothing.
 */
export type SendLimitedMail = (mail: Mail, network: string, log: Log) => Promise<void>;

export const createLimitedMail =
  (mails: MailQueue, limits: MailLimits): SendLimitedMail =>
  async (mail, network, log) => {
    try {
      const refund = await limits.take(mail.to, network);
      await mails.send(mail).catch(async (error) => {
        await refund();
        throw error;
      });
    } catch (error) {
      if (error instanceof Problem) throw error;
      log.warn({ err: error, template: mail.template }, 'mail not sent');
      throw new Problem('email_not_sent', 'The e-mail could not be sent. Please try again later.');
    }
  };
