import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { language } from 'shared/contract/fields.ts';
import { randomLinkSecret } from 'shared/process/keys.ts';
import { SMTPServer } from 'smtp-server';
import { createSmtp } from '../../services/mailer/src/smtp/smtp.ts';
import { writeMail } from '../../services/mailer/src/templates/write-mail.ts';
import { proves } from '../support/proves.ts';

const SITE = 'https://our-food-diary.at.example.org:84';

const raw: string[] = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData: async (stream, _session, done) => {
    raw.push(await text(stream));
    done();
  },
});
let url = '';

beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

describe('a mail as it is sent', () => {
  for (const inLanguage of language.options)
    proves(['C4.link'], `has its link whole and alone on a line, in ${inLanguage}`, async () => {
      expect(SITE.length).toBe(40);
      const sendMail = createSmtp(url, 'Diary <diary@example.org>');
      const common = { to: 'ana@example.org', language: inLanguage, expires_at: '2026-10-04T13:05:00Z' };
      const links = ['approve', 'signin'].map((path) => `${SITE}/${path}/${randomLinkSecret()}`);
      const [approval = '', signIn = ''] = links;
      const scopes = ['records:read' as const];
      for (const mail of [
        { ...common, template: 'approval' as const, client_name: 'Кухня', scopes, link: approval },
        { ...common, template: 'sign_in' as const, link: signIn },
      ]) {
        raw.length = 0;
        await sendMail({ id: '1', to: mail.to, ...writeMail(mail) });
        expect(raw[0]?.split('\r\n')).toContain(mail.link);
      }
    });
});
