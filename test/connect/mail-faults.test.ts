import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { onRedis } from '../person/traces.ts';
import { call, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { type Behaviour, startMisbehavingSmtp } from './misbehaving-smtp.ts';
import { mailerHasBegun } from './steps.ts';

let smtp: Awaited<ReturnType<typeof startMisbehavingSmtp>>;
let set: ServiceSet;

beforeAll(async () => {
  const port = await freePort();
  smtp = await startMisbehavingSmtp(port);
  const MAIL_FROM = 'Diary <hello@diary.example>';
  set = await startSet({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, TRUST_PROXY_HOPS: '1' } });
});

afterAll(async () => {
  await set?.stop();
  await smtp?.close();
});

const connect = (email: string) =>
  call('POST', '/connect', { set, body: { email, client_name: 'Test assistant' } });

const acceptedFor = (email: string) => smtp.accepted.filter(({ to }) => to.includes(email));

/** The link in a mail as sent, without soft line breaks. */
const linkIn = (raw: string): string =>
  /http:\/\/localhost:\d+\/approve\/[\w-]{22}/.exec(raw.replace(/=\r?\n/g, ''))?.[0] ?? '';

/** The mails that wait for the mailer or that it is sending. */
const jobs = () => onRedis(set, (redis) => redis.keys('bull:{mail}:????????-*'));

/** Waits until mails are sent again, and those from before have come to their end. */
const mailerIsBack = async () => {
  await eventually(async () => (await connect(newEmail())).status === 202, 'another mailer');
  await eventually(async () => (await jobs()).length === 0, 'earlier mails to be given up');
};

/** The address of a mail that was sent although `strike` hit its mailer. On a busy machine, two before it may be late: a 502. */
const sentDespite = async (behaviour: Behaviour, strike: () => Promise<unknown>): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    await smtp.behave(behaviour);
    const email = newEmail();
    const answered = connect(email);
    await mailerHasBegun(set);
    await strike();
    const { status } = await answered;
    if (status !== 502 || tries === 3) {
      expect(status).toBe(202);
      return email;
    }
    await smtp.behave('accepts');
    await mailerIsBack();
  }
};

describe('POST /connect', () => {
  proves(['C4.mail_verdict', 'F.smtp'], 'is a 202 when the mail server has accepted the mail', async () => {
    const email = newEmail();
    expect((await connect(email)).status).toBe(202);
    const [mail, ...others] = acceptedFor(email);
    expect([mail?.to, others]).toEqual([[email], []]);
    expect(mail?.raw).toContain('\r\nContent-Language: en\r\n');
    // Of a container, whose own name says nothing to a mail server.
    expect(mail?.greeting).toBe('diary.example');
  });

  proves(['C4.mail_verdict'], 'waits for a mail server that takes more than five seconds', async () => {
    await smtp.behave('takes_its_time');
    const email = newEmail();
    const began = performance.now();
    expect((await connect(email)).status).toBe(202);
    expect(performance.now() - began).toBeGreaterThan(5000);
    expect(acceptedFor(email)).toHaveLength(1);
    await smtp.behave('accepts');
  });

  const failures: Behaviour[] = [
    'down',
    'recipient_4xx',
    'recipient_5xx',
    'content_4xx',
    'content_5xx',
    'hangs_up',
    'greets_late',
    'answers_late',
    'drips',
  ];
  for (const failure of failures)
    proves(
      ['C4.mail_verdict', 'F.smtp'],
      `is a 502, and no mail is accepted, when the mail server ${failure.replaceAll('_', ' ')}`,
      async () => {
        await smtp.behave(failure);
        const email = newEmail();
        const answer = await connect(email);
        expect(answer.status).toBe(502);
        expect(answer.body).toMatchObject({ status: 502, code: 'email_not_sent' });
        if (failure !== 'down') await smtp.idle();
        expect(acceptedFor(email)).toEqual([]);
        // It did not count: three more are let through, once the mail server is back.
        await smtp.behave('accepts');
        const again = await Promise.all([connect(email), connect(email), connect(email)]);
        expect(again.map(({ status }) => status)).toEqual([202, 202, 202]);
        expect(acceptedFor(email)).toHaveLength(3);
      },
    );

  proves(
    ['H15', 'C4.mail_verdict'],
    'gives up a mail whose delivery is uncertain, and its link does not work',
    async () => {
      await smtp.behave('accepts_late');
      const email = newEmail();
      const [answer, mail] = await Promise.all([connect(email), smtp.mailTo(email)]);
      expect(answer.status).toBe(502);
      const link = linkIn(mail.raw);
      expect((await fetch(link)).status).toBe(404);
      const posted = await fetch(link, {
        method: 'POST',
        headers: { origin: set.url },
        body: new URLSearchParams({ terms: 'on', decision: 'approve' }),
      });
      expect(posted.status).toBe(404);
    },
  );

  proves(['F.mailer_killed'], 'loses no mail when the mailer is killed while sending it', async () => {
    const email = await sentDespite('answers_late', async () => {
      await set.kill('mailer', 'SIGKILL');
      await smtp.behave('accepts');
    });
    expect(new Set(acceptedFor(email).map(({ raw }) => linkIn(raw))).size).toBe(1);
  });

  proves(['F.smtp', 'C4.mail_verdict'], 'sends a mail once if its mailer is stopped mid-send', async () => {
    const email = await sentDespite('takes_its_time', () => set.kill('mailer', 'SIGTERM'));
    await smtp.behave('accepts');
    await mailerIsBack();
    expect(acceptedFor(email)).toHaveLength(1);
  });

  proves(['H15', 'C4.mail_verdict'], 'withdraws a mail whose mailer froze and died', async () => {
    await smtp.behave('answers_late');
    const email = newEmail();
    const answered = connect(email);
    await mailerHasBegun(set);
    await set.kill('mailer', 'SIGSTOP');
    expect((await answered).status).toBe(502);
    await smtp.behave('accepts');
    await set.kill('mailer', 'SIGKILL');
    await mailerIsBack();
    expect(acceptedFor(email)).toEqual([]);
  });

  proves(
    ['C4.mail_verdict', 'Z.limits'],
    'is answered while another network asks for mails that take long',
    async () => {
      await smtp.behave('slow_domain');
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      // More than the mailer sends at a time.
      const flood = Array.from({ length: 30 }, () => {
        const body = { email: `${randomUUID()}@slow.example`, client_name: 'Flood' };
        return call('POST', '/connect', { set, body, headers });
      });
      await mailerHasBegun(set);
      for (let group = 0; group < 3; group += 1) {
        const others = Array.from({ length: 5 }, () => connect(newEmail()));
        expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(5).fill(202));
      }
      for (const { status, body } of await Promise.all(flood))
        expect([status, body.code]).toEqual([502, 'email_not_sent']);
    },
  );

  proves(['C4.mail_verdict'], 'withdraws a mail that no mailer picks up', async () => {
    await smtp.behave('accepts');
    await set.kill('mailer', 'SIGSTOP');
    const email = newEmail();
    expect((await connect(email)).status).toBe(502);
    await set.kill('mailer', 'SIGCONT');
    // Mails are sent in order: the earlier one would have come first.
    expect((await connect(newEmail())).status).toBe(202);
    expect(acceptedFor(email)).toEqual([]);
  });
});

describe('after a mail', () => {
  proves(['C4.mail_sealed'], 'no job, address or link is left in Redis or in a log', async () => {
    await smtp.behave('accepts');
    const [good, bad] = [newEmail(), newEmail()];
    await connect(good);
    await smtp.behave('content_5xx');
    await connect(bad);
    const secrets = [good, bad];
    for (const email of [good, bad]) secrets.push(linkIn((await smtp.mailTo(email)).raw).slice(-43));
    expect(await jobs()).toEqual([]);
    const appendOnly = await folderText(join(set.dataDir, 'redis'));
    const logs = await folderText(join(set.dataDir, 'logs'));
    expect(appendOnly).toContain('bull:{mail}');
    expect(logs).toContain('mail accepted');
    for (const secret of secrets) for (const text of [appendOnly, logs]) expect(text).not.toContain(secret);
  });
});

/** The text of every file below a folder. */
const folderText = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  ).join();
};
