import { eventually } from './eventually.ts';
import { type SetAddresses, site } from './set.ts';

export type ReceivedMail = {
  id: string;
  date: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

/** The mails to an address, newest first. */
export const mailsTo = async (address: string, set: SetAddresses = site): Promise<ReceivedMail[]> => {
  const response = await fetch(`${set.mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  const { messages } = (await response.json()) as { messages: ReceivedMail[] };
  return messages;
};

/** The newest mail to an address, waited for. */
export const mailTo = (address: string, set: SetAddresses = site): Promise<ReceivedMail> =>
  eventually(async () => (await mailsTo(address, set))[0], `a mail`);

/** The one link of a mail. */
export const linkIn = (mail: ReceivedMail): string => {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error('the mail holds no link');
  return link;
};
