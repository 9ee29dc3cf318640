import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Engine } from 'engines/engine.ts';
import type { KeptMail } from 'engines/mailbox/mail-store.ts';
import { openMailStore } from 'engines/mailbox/mail-store.ts';
import { mailboxPart } from 'engines/mailbox/mailbox-part.ts';
import { freePort } from 'engines/ports.ts';
import { createTransport } from 'nodemailer';
import { endProcess, startPart } from '../support/start-part.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mailbox-'));
let site: string;
let engine: Engine;
let processes: ChildProcess[];

const startMailbox = async () => {
  processes = await Promise.all(engine.parts.map(startPart));
};

const stopMailbox = async (signal: NodeJS.Signals) => {
  await Promise.all(processes.map((child) => endProcess(child, signal)));
};

const send = async (mail: { to: string; subject?: string; text?: string; html?: string; bcc?: string }) => {
  await createTransport(engine.url).sendMail({ from: 'Diary <noreply@example.org>', ...mail });
};

const messages = async (query = ''): Promise<KeptMail[]> => {
  const response = await fetch(`${site}/api/messages${query}`);
  expect(response.headers.get('content-type')).toMatch('application/json');
  return ((await response.json()) as { messages: KeptMail[] }).messages;
};

beforeAll(async () => {
  const pagePort = await freePort();
  site = `http://127.0.0.1:${pagePort}`;
  engine = mailboxPart({ dataDir, pagePort, smtpPort: await freePort() });
  await startMailbox();
});

afterAll(async () => {
  await stopMailbox('SIGTERM');
  rmSync(dataDir, { recursive: true });
});

beforeEach(async () => {
  expect((await fetch(`${site}/api/messages`, { method: 'DELETE' })).status).toBe(204);
});

describe('GET /api/messages', () => {
  test('returns the mails, newest first', async () => {
    await send({ to: 'anna@example.org', subject: 'Первое', text: 'One', html: '<p>One</p>' });
    await send({ to: 'anna@example.org', subject: 'Second', text: 'Two' });
    const [second, first] = await messages();
    expect(first).toEqual({
      id: expect.any(String),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      from: 'noreply@example.org',
      to: ['anna@example.org'],
      subject: 'Первое',
      text: expect.stringMatching(/^One\s*$/),
      html: expect.stringMatching(/^<p>One<\/p>\s*$/),
    });
    expect(second).toMatchObject({ subject: 'Second', html: '' });
  });

  test('?to= filters by address in upper or lower case, hidden recipients included', async () => {
    await send({ to: 'Anna@example.org', bcc: 'eve@example.org' });
    await send({ to: 'ben@example.org' });
    expect(await messages('?to=aNNa@example.org')).toHaveLength(1);
    expect(await messages(`?to=${encodeURIComponent('EVE@example.org')}`)).toHaveLength(1);
    expect(await messages('?to=nna@example.org')).toHaveLength(0);
  });
});

describe('a request', () => {
  const statusAs = async (host: string, path: string): Promise<number | undefined> => {
    const outgoing = get(site + path, { headers: { host } });
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const paths = ['/', '/api/messages'];

  test('is answered for the names of this machine, at any port', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'localhost:8025', '[::1]:9', '127.0.0.1:80'])
      for (const path of paths) expect([host, path, await statusAs(host, path)]).toEqual([host, path, 200]);
  });

  test('for a foreign host name is refused, whatever its other headers say', async () => {
    await send({ to: 'anna@example.org', subject: 'Secret' });
    for (const host of [
      'evil.example',
      'evil.example:8025',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      for (const path of paths) expect([host, path, await statusAs(host, path)]).toEqual([host, path, 403]);
    const emptied = request(`${site}/api/messages`, {
      method: 'DELETE',
      headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' },
    }).end();
    const [response] = (await once(emptied, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([
      403,
      'The mailbox answers only as localhost, 127.0.0.1 or [::1].\n',
    ]);
    expect(await messages()).toHaveLength(1);
  });
});

test('DELETE /api/messages empties the mailbox and its folder', async () => {
  await send({ to: 'anna@example.org' });
  expect(readdirSync(join(dataDir, 'mailbox'))).toHaveLength(1);
  await fetch(`${site}/api/messages`, { method: 'DELETE' });
  expect(await messages()).toEqual([]);
  expect(readdirSync(join(dataDir, 'mailbox'))).toEqual([]);
});

test('an accepted mail survives a killed mailbox', async () => {
  await send({ to: 'anna@example.org', subject: 'Kept' });
  await stopMailbox('SIGKILL');
  await startMailbox();
  expect(await messages()).toMatchObject([{ subject: 'Kept' }]);
});

test('a client that resets its connection stops nobody else', async () => {
  const client = connect(Number(new URL(engine.url).port), '127.0.0.1');
  for (const line of ['EHLO client', 'MAIL FROM:<anna@example.org>']) {
    await once(client, 'data');
    client.write(`${line}\r\n`);
  }
  await once(client, 'data');
  client.resetAndDestroy();
  await once(client, 'close');
  await send({ to: 'anna@example.org', subject: 'After' });
  expect(await messages()).toMatchObject([{ subject: 'After' }]);
});

test('a mail above 1 MB is refused with 552 and not kept', async () => {
  const large = send({ to: 'anna@example.org', text: 'x'.repeat(1_100_000) });
  await expect(large).rejects.toMatchObject({ responseCode: 552 });
  expect(await messages()).toEqual([]);
});

test('only the newest mails are kept, in memory and on disk', async () => {
  const folder = join(dataDir, 'bounded');
  const store = openMailStore(folder, 2);
  for (const subject of ['1', '2', '3'])
    await store.add({ from: '', to: ['anna@example.org'], subject, text: '', html: '' });
  const subjects = (mails: KeptMail[]) => mails.map((mail) => mail.subject);
  expect(subjects(store.list())).toEqual(['3', '2']);
  expect(subjects(openMailStore(folder, 2).list())).toEqual(['3', '2']);
});

test('a file left empty by a power cut hides no other mail', async () => {
  const folder = join(dataDir, 'cut');
  const mail = { from: '', to: ['anna@example.org'], subject: 'whole', text: '', html: '' };
  await openMailStore(folder).add(mail);
  writeFileSync(join(folder, 'cut.json'), '');
  expect(openMailStore(folder).list()).toMatchObject([{ subject: 'whole' }]);
});

describe('the pages', () => {
  test('show a mail with its markup inert', async () => {
    await send({ to: 'anna@example.org', subject: '<b>Hi</b>', text: '<script>alert(1)</script>' });
    const [mail] = await messages();
    for (const path of ['/', `/messages/${mail?.id}`]) {
      const response = await fetch(site + path);
      const page = await response.text();
      expect(response.headers.get('content-security-policy')).toMatch("default-src 'none'; style-src 'self'");
      expect(page).toContain('&#60;b&#62;Hi&#60;/b&#62;');
      expect(page).not.toMatch(/<b>Hi|<script/);
    }
  });

  test('turn URLs in the text into links', async () => {
    await send({ to: 'anna@example.org', text: 'See https://example.org/a?b=1&c=2 soon' });
    const [mail] = await messages();
    const page = await (await fetch(`${site}/messages/${mail?.id}`)).text();
    expect(page).toContain('See <a href="https://example.org/a?b=1&#38;c=2">');
  });

  test('serve the HTML part in a sandbox', async () => {
    await send({ to: 'anna@example.org', html: '<script>alert(1)</script><p>Hi</p>' });
    const [mail] = await messages();
    const response = await fetch(`${site}/messages/${mail?.id}/html`);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^sandbox (?!.*allow-scripts).*default-src 'none'/,
    );
    expect(await response.text()).toContain('<p>Hi</p>');
  });

  test('answer 404 for an unknown mail', async () => {
    expect((await fetch(`${site}/messages/none`)).status).toBe(404);
  });
});
