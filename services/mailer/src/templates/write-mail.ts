import type { Mail } from 'shared/queues/mail.ts';
import { approvalContent } from './approval.ts';
import { type MailContent, type MailParts, mailParts } from './mail-parts.ts';
import { moveContent } from './move.ts';
import { signInContent } from './sign-in.ts';

/** A mail in words, in its language. */
export const writeMail = (mail: Mail): MailParts => mailParts(mail.language, contentOf(mail));

const contentOf = (mail: Mail): MailContent => {
  if (mail.template === 'approval') return approvalContent(mail);
  return mail.template === 'sign_in' ? signInContent(mail) : moveContent(mail);
};
