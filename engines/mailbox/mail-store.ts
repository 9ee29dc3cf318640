import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailKey } from 'shared/contract/email-address.ts';
import { uuidv7 } from 'uuidv7';

/** A mail as the mailbox shows it. */
export type KeptMail = {
  /** Ordered by the time of arrival. */
  id: string;
  /** When it arrived, RFC 3339. */
  date: string;
  from: string;
  /** Everybody it was delivered to, whatever its headers say. */
  to: string[];
  subject: string;
  text: string;
  /** Empty where the mail has no HTML part. */
  html: string;
};

export type MailStore = {
  /** Resolves once the mail would outlive the process. */
  add: (mail: Omit<KeptMail, 'id' | 'date'>) => Promise<void>;
  /** Newest first; `to` keeps the mails to one address, in whatever case, its domain in Unicode or as A-labels. */
  list: (to?: string) => KeptMail[];
  find: (id: string) => KeptMail | undefined;
  clear: () => Promise<void>;
};

/** The newest `limit` mails, in memory for reading and each in a file of `folder` for the next start. */
export const openMailStore = (folder: string, limit = 10_000): MailStore => {
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const mails = readMails(folder);

  return {
    async add(content) {
      const mail = { id: uuidv7(), date: new Date().toISOString(), ...content };
      const file = fileOf(mail.id);
      await writeFile(`${file}.part`, JSON.stringify(mail));
      await rename(`${file}.part`, file);
      mails.push(mail);
      const dropped = mails.splice(0, mails.length - limit);
      await Promise.all(dropped.map(({ id }) => rm(fileOf(id), { force: true })));
    },
    list(to) {
      const isTo = (address: string) => to !== undefined && emailKey(address) === emailKey(to);
      return mails.filter((mail) => to === undefined || mail.to.some(isTo)).toReversed();
    },
    find: (id) => mails.find((mail) => mail.id === id),
    async clear() {
      const dropped = mails.splice(0);
      await Promise.all(dropped.map(({ id }) => rm(fileOf(id), { force: true })));
    },
  };
};

const readMails = (folder: string): KeptMail[] => {
  // Live links are in it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), 'utf8'))];
    } catch {
      // A power cut can leave a file without its content: the other mails are still there.
      return [];
    }
  });
};
