import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { wordsIn } from 'shared/words/words.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import { inertName } from './inert-name.ts';
import type { MailContent } from './mail-parts.ts';

type Approval = Extract<Mail, { template: 'approval' }>;

/** Asks a person whether an assistant may connect (`C4.mail`). */
export const approvalContent = (mail: Approval): MailContent => {
  const { language } = mail;
  const words = wordsIn(language).mails.approval;
  const name = inertName(mail.client_name);
  return {
    subject: words.subject(name),
    blocks: [
      words.asks(name),
      words.permits,
      mail.scopes.map((scope) => wordsIn(language).scopes[scope]),
      mail.request_tail ? { caption: words.tail, code: mail.request_tail } : words.number,
      { label: words.link, link: mail.link },
      words.expires(inMinutes(language, LIMITS.connectLifetimeSeconds), clockAtEnd(mail)),
      words.stranger,
      words.about,
    ],
  };
};
