import type { KeptMail } from 'engines/mailbox/mail-store.ts';
import { eventually } from './eventually.ts';
import { type SetAddresses, site } from './set.ts';

/** The mails to an address, newest first. */
export const mailsTo = async (address: string, set: SetAddresses = site): Promise<KeptMail[]> => {
  const response = await fetch(`${set.mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  const { messages } = (await response.json()) as { messages: KeptMail[] };
  return messages;
};

/** The newest mail to an address; waits for it. */
export const mailTo = (address: string, set: SetAddresses = site): Promise<KeptMail> =>
  eventually(async () => (await mailsTo(address, set))[0], `a mail`);

/** The one link of a mail. */
export const linkIn = (mail: KeptMail): string => {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error('the mail holds no link');
  return link;
};
