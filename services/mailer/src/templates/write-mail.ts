import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { wordsIn } from 'shared/words/words.ts';
import { approvalContent } from './approval.ts';
import { linkContent } from './link.ts';
import { type MailContent, type MailParts, mailParts } from './mail-parts.ts';

/** A mail in words, in its language. */
export const writeMail = (mail: Mail): MailParts => mailParts(mail.language, contentOf(mail));

const contentOf = (mail: Mail): MailContent => {
  const { signIn, move } = wordsIn(mail.language).mails;
  switch (mail.template) {
    case 'approval':
      return approvalContent(mail);
    case 'sign_in':
      return linkContent(mail, signIn, LIMITS.signInLinkSeconds);
    case 'move':
      return linkContent(mail, move, LIMITS.addressLinkSeconds);
    case 'no_move':
      return {
        subject: move.subject,
        blocks: [move.taken, { label: move.signIn, link: mail.link }, move.stranger],
      };
  }
};
