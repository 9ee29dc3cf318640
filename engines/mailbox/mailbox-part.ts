import { join } from 'node:path';
import type { Engine } from '../engine.ts';
import { answersOk, waitUntilReady } from '../wait-until-ready.ts';

export type MailboxOptions = {
  /** Holds the mails in its folder `mailbox`. */
  dataDir: string;
  /** The port of the page and of `/api/messages`. */
  pagePort: number;
  smtpPort: number;
};

/** An SMTP server on loopback that keeps all mail for a page; `url` is its `SMTP_URL`. */
export const mailboxPart = ({ dataDir, pagePort, smtpPort }: MailboxOptions): Engine => ({
  url: `smtp://127.0.0.1:${smtpPort}`,
  parts: [
    {
      name: 'mailbox',
      port: pagePort,
      command: process.execPath,
      args: [join(import.meta.dirname, 'main.ts')],
      env: { MAILBOX_PORT: `${pagePort}`, SMTP_PORT: `${smtpPort}`, DATA_DIR: dataDir },
      ready: (ended) =>
        waitUntilReady('mailbox', () => answersOk(`http://127.0.0.1:${pagePort}/health/ready`), { ended }),
    },
  ],
});
