import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { wordsIn } from 'shared/words/words.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import type { MailContent } from './mail-parts.ts';

/** Carries the link by which an account moves to this address, or says that it has one already (`C13.address`). */
export const moveContent = (mail: Mail): MailContent => {
  const { language, link, template } = mail;
  const words = wordsIn(language).mails.move;
  if (template === 'no_move')
    return { subject: words.subject, blocks: [words.taken, { label: words.signIn, link }, words.stranger] };
  return {
    subject: words.subject,
    blocks: [
      words.asks,
      { label: words.link, link },
      words.expires(inMinutes(language, LIMITS.addressLinkSeconds), clockAtEnd(mail)),
      words.stranger,
    ],
  };
};
