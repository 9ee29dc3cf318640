import type { Mail } from 'shared/queues/mail.ts';
import type { MailWords } from 'shared/words/en/mails.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import type { MailContent } from './mail-parts.ts';

/** Carries a link that works for so many seconds (`C4.sign_in`, `C13.address`). */
export const linkContent = (mail: Mail, words: MailWords['signIn'], seconds: number): MailContent => ({
  subject: words.subject,
  blocks: [
    words.asks,
    { label: words.link, link: mail.link },
    words.expires(inMinutes(mail.language, seconds), clockAtEnd(mail)),
    words.stranger,
  ],
});
