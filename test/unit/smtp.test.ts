import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { SMTPServer } from 'smtp-server';
import { createSmtp, MailRefused } from '../../services/mailer/src/smtp/smtp.ts';
import { makeCertificate } from '../support/certificate.ts';
import { proves } from '../support/proves.ts';

/** Why the mail server of this address gets no mail. */
const reasonOf = async (url: string): Promise<string> => {
  const mail = {
    id: '1',
    to: 'ana@example.org',
    language: 'en',
    subject: 'S',
    text: 'T',
    html: 'H',
  } as const;
  const error = await createSmtp(url, 'Diary <diary@example.org>')(mail).catch((thrown: unknown) => thrown);
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
