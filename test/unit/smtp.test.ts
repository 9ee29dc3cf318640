import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { SMTPServer } from 'smtp-server';
import { createSmtp, MailRefused } from '../../services/mailer/src/smtp/smtp.ts';
import { makeCertificate } from '../support/certificate.ts';
import { proves } from '../support/proves.ts';

const mail = {
  id: '1',
  to: 'ana@example.org',
  language: 'en',
  subject: 'S',
  text: 'T',
  html: 'H',
} as const;

const send = (url: string, to: string = mail.to): Promise<void> =>
  createSmtp(url, 'Diary <diary@example.org>')({ ...mail, to });

/** Why the mail server of this address gets no mail. */
const reasonOf = async (url: string, to?: string): Promise<string> => {
  const error = await send(url, to).catch((thrown: unknown) => thrown);
  if (error === undefined) return 'accepted';
  expect(error).toBeInstanceOf(MailRefused);
  return (error as MailRefused).reason;
};

proves(['F.smtp'], 'what prevents a connection to the mail server is told apart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'smtp-'));
  const server = new SMTPServer({ disableReverseLookup: true, ...makeCertificate(folder, 'foreign') });
  server.on('error', () => {});
  try {
    const listening = server.listen(0, 'localhost');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    expect(await reasonOf(`smtp://localhost:${port}`)).toMatch(/certificate/);
    expect(await reasonOf(`smtps://localhost:${port}`)).toBe('wrong version number');
    expect(await reasonOf(`smtp://localhost:${await freePort()}`)).toBe('ECONNREFUSED');
  } finally {
    await new Promise<void>((closed) => server.close(() => closed()));
    rmSync(folder, { recursive: true });
  }
});

describe('an address beyond ASCII', () => {
  /** Sends a mail to `to`; returns what came of it and what arrived. */
  const sendTo = async (to: string, hideSMTPUTF8: boolean) => {
    const arrived: { to: string; smtpUtf8: boolean }[] = [];
    const server = new SMTPServer({
      hideSMTPUTF8,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      // The server's own list of receivers has their domains in Unicode, however they came.
      onData: async (stream, { envelope }, done) => {
        const { smtpUtf8 } = envelope as typeof envelope & { smtpUtf8: boolean };
        const to = /^To: (.*)\r$/m.exec(await text(stream))?.[1] ?? '';
        arrived.push({ to, smtpUtf8 });
        done();
      },
    });
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const outcome = await reasonOf(`smtp://127.0.0.1:${port}`, to);
    await new Promise<void>((closed) => server.close(() => closed()));
    return { outcome, arrived };
  };

  proves(['C4.idn'], 'has its domain mailed as A-labels, to any server', async () => {
    const arrived = [{ to: 'anna@xn--80a1acny.xn--p1ai', smtpUtf8: false }];
    for (const hidden of [true, false])
      expect(await sendTo('anna@Почта.рф', hidden)).toEqual({ outcome: 'accepted', arrived });
  });

  proves(
    ['C4.idn'],
    'is mailed with SMTPUTF8 for its local part, and not at all where a server has none',
    async () => {
      const { outcome, arrived } = await sendTo('анна@example.org', false);
      expect([outcome, arrived]).toEqual(['accepted', [{ to: 'анна@example.org', smtpUtf8: true }]]);
      expect(await sendTo('анна@example.org', true)).toEqual({ outcome: 'no SMTPUTF8', arrived: [] });
    },
  );
});

proves(
  ['C9.mail_server_name'],
  'the name in the certificate can be given where the address has another, and is checked all the same',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'smtp-'));
    const certificate = makeCertificate(folder, 'other', 'mail.example.org');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, String(certificate.cert)]);
    const names: unknown[] = [];
    const servers = [true, false].map(
      (secure) =>
        new SMTPServer({
          ...certificate,
          secure,
          authOptional: true,
          disableReverseLookup: true,
          onSecure: (_socket, session, callback) => {
            names.push(session.servername);
            callback();
          },
        }),
    );
    try {
      for (const [scheme, server] of [
        ['smtps', servers[0]],
        ['smtp', servers[1]],
      ] as const) {
        server?.on('error', () => {});
        const listening = server?.listen(0, '127.0.0.1');
        if (!listening) throw new Error('no server');
        await once(listening, 'listening');
        const url = `${scheme}://127.0.0.1:${(listening.address() as AddressInfo).port}?requireTLS=true`;
        await send(`${url}&servername=mail.example.org`);
        expect(await reasonOf(url)).toMatch(/^IP: 127.0.0.1 is not in the cert's list/);
        expect(await reasonOf(`${url}&servername=other.example.org`)).toMatch(
          /^Host: other.example.org. is not in the cert's altnames/,
        );
      }
      expect(names).toContain('mail.example.org');
    } finally {
      setDefaultCACertificates(trusted);
      for (const server of servers) await new Promise<void>((closed) => server.close(() => closed()));
      rmSync(folder, { recursive: true });
    }
  },
);
