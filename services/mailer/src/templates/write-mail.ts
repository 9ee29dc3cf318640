import type { Mail } from 'shared/queues/mail.ts';
import { approvalContent } from './approval.ts';
import { type MailParts, mailParts } from './mail-parts.ts';
import { signInContent } from './sign-in.ts';

/** A mail in words, in its language. */
export const writeMail = (mail: Mail): MailParts =>
  mailParts(mail.language, mail.template === 'approval' ? approvalContent(mail) : signInContent(mail));
