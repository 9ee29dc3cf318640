import { createServer } from 'node:http';
import { join } from 'node:path';
import { config } from './config.ts';
import { openMailStore } from './mail-store.ts';
import { mailboxApp } from './mailbox-app.ts';
import { smtpReceiver } from './smtp-receiver.ts';

// No signal needs a handler: accepted mails are on the disk, and the sender still has all others.
const store = openMailStore(join(config.DATA_DIR, 'mailbox'));

/** smtp-server also reports here that one client's connection broke. */
const stop = (error: NodeJS.ErrnoException) => {
  if (error.syscall !== 'listen') return;
  console.error(`The mailbox cannot listen: ${error.message}. If it is that of MAILBOX_PORT, set another.`);
  process.exit(1);
};

smtpReceiver(store).on('error', stop).listen(config.SMTP_PORT, '127.0.0.1');
createServer(mailboxApp(store)).on('error', stop).listen(config.MAILBOX_PORT, '127.0.0.1');
