import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { wordsIn } from 'shared/words/words.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import type { MailContent } from './mail-parts.ts';

type SignIn = Extract<Mail, { template: 'sign_in' }>;

/** Carries a sign-in link (`C4.sign_in`). */
export const signInContent = (mail: SignIn): MailContent => {
  const { language, link } = mail;
  const words = wordsIn(language).mails.signIn;
  return {
    subject: words.subject,
    blocks: [
      words.asks,
      { label: words.link, link },
      words.expires(inMinutes(language, LIMITS.signInLinkSeconds), clockAtEnd(mail)),
      words.stranger,
    ],
  };
};
