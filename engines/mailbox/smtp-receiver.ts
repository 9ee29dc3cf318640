import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailStore } from './mail-store.ts';

const maxMailBytes = 1_000_000;

/** An SMTP server that takes every mail and accepts it (250) once it is stored. */
export const smtpReceiver = (store: MailStore): SMTPServer =>
  new SMTPServer({
    size: maxMailBytes,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // By default it is stricter about addresses than the service.
    lenientAddressParsing: true,
    onData(stream, session, callback) {
      receive(store, stream, session).then(() => callback(), callback);
    },
  });

const receive = async (store: MailStore, stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw refusal(552, `A mail may have at most ${maxMailBytes} bytes.`);
  const mail = await PostalMime.parse(Buffer.concat(chunks)).catch(() => {
    throw refusal(554, 'The mail cannot be parsed.');
  });
  const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
  await store.add({
    from: mail.from?.address ?? sender,
    to: envelope.rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  });
};

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });
