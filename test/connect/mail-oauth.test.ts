import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { call, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { readLogs } from '../support/logs.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';

const CLIENT_SECRET = 'a secret of the mailer & nobody else';
const USER = 'diary@example.org';

/** The tokens that were given, and what was sent for each. */
const issued: { token: string; asked: Record<string, string> }[] = [];
/** What the token server does next, and how long its tokens are good. */
const next = { answer: 'token' as 'token' | 'refusal' | 'nothing', seconds: 3600 };
/** The tokens with which mails were accepted, and those that the mail server no longer takes. */
const used: string[] = [];
const revoked = new Set<string>();

const tokenServer: Server = createServer(async (request, response) => {
  const asked = Object.fromEntries(new URLSearchParams(await text(request)));
  if (next.answer === 'nothing') return;
  response.setHeader('content-type', 'application/json');
  if (next.answer === 'refusal') {
    response.statusCode = 401;
    const error_description = `wrong secret: ${asked.client_secret}`;
    return response.end(JSON.stringify({ error: 'invalid_client', error_description }));
  }
  const token = `token-${issued.length}-of-the-mail-server`;
  issued.push({ token, asked });
  response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: next.seconds }));
});

const smtp = new SMTPServer({
  authMethods: ['XOAUTH2'],
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: ({ method, username, accessToken = '' }, _session, callback) => {
    const isGood = issued.some(({ token }) => token === accessToken) && !revoked.has(accessToken);
    if (method !== 'XOAUTH2' || username !== USER || !isGood)
      return callback(Object.assign(new Error('no'), { responseCode: 535 }));
    callback(null, { user: accessToken });
  },
  onData: (stream, session, callback) => {
    used.push(String(session.user));
    stream.resume().once('end', () => callback());
  },
});

const listen = async (server: { listen(port: number, host: string): unknown }): Promise<number> => {
  const listening = server.listen(0, '127.0.0.1') as Server;
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
};

let set: ServiceSet;

beforeAll(async () => {
  smtp.on('error', () => {});
  set = await startSet({
    env: {
      SMTP_URL: `smtp://${encodeURIComponent(USER)}@127.0.0.1:${await listen(smtp)}`,
      SMTP_TIMEOUT_MS: '3000',
      SMTP_OAUTH2_TOKEN_URL: `http://127.0.0.1:${await listen(tokenServer)}/token`,
      SMTP_OAUTH2_CLIENT_ID: 'the mailer',
      SMTP_OAUTH2_CLIENT_SECRET: CLIENT_SECRET,
      SMTP_OAUTH2_SCOPE: 'https://outlook.office365.com/.default',
    },
  });
});

afterAll(async () => {
  await set?.stop();
  tokenServer.closeAllConnections();
  tokenServer.close();
  await new Promise<void>((closed) => smtp.close(() => closed()));
});

const connect = async () => {
  const began = performance.now();
  const { status } = await call('POST', '/connect', {
    set,
    body: { email: newEmail(), client_name: 'Test assistant' },
  });
  return { status, ms: performance.now() - began };
};

const statusOf = async (): Promise<number> => (await connect()).status;

proves(['C9.mail_oauth'], 'a mail is sent with a token, which is asked for once', async () => {
  expect([await statusOf(), await statusOf()]).toEqual([202, 202]);
  expect(issued).toEqual([
    {
      token: expect.any(String),
      asked: {
        grant_type: 'client_credentials',
        client_id: 'the mailer',
        client_secret: CLIENT_SECRET,
        scope: 'https://outlook.office365.com/.default',
      },
    },
  ]);
  expect(used).toEqual([issued[0]?.token, issued[0]?.token]);
});

proves(
  ['C9.mail_oauth'],
  'a token that the mail server takes no more is replaced by the next mail',
  async () => {
    revoked.add(issued.at(-1)?.token ?? '');
    next.seconds = 62;
    expect([await statusOf(), await statusOf()]).toEqual([502, 202]);
    expect(used.at(-1)).toBe(issued.at(-1)?.token);
    expect(issued).toHaveLength(2);
  },
);

proves(['C9.mail_oauth'], 'a token is renewed a minute before its end', async () => {
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect(await statusOf()).toBe(202);
  expect(issued).toHaveLength(3);
  expect(used.at(-1)).toBe(issued[2]?.token);
});

proves(
  ['C9.mail_oauth', 'C4.mail_verdict'],
  'without a token the mail has failed, in the time of a mail, and no secret is in a log',
  async () => {
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const accepted = used.length;
    for (const answer of ['refusal', 'nothing'] as const) {
      next.answer = answer;
      const { status, ms } = await connect();
      expect([answer, status]).toEqual([answer, 502]);
      expect(ms).toBeLessThan(5000);
    }
    next.answer = 'token';
    expect(await statusOf()).toBe(202);
    tokenServer.closeAllConnections();
    await new Promise((closed) => tokenServer.close(closed));
    revoked.add(issued.at(-1)?.token ?? '');
    expect([await statusOf(), await statusOf()]).toEqual([502, 502]);
    expect(used).toHaveLength(accepted + 1);

    const reasons = ['token invalid_client', 'token EABORT', 'token ECONNREFUSED', '535'];
    let logs = '';
    // A line may come after the answer.
    await eventually(async () => {
      logs = (await readLogs(set)).map(({ text }) => text).join('');
      return reasons.every((reason) => logs.includes(`"reason":"${reason}"`));
    }, 'the logs to tell every reason');
    for (const secret of [
      CLIENT_SECRET,
      encodeURIComponent(CLIENT_SECRET),
      'of-the-mail-server',
      'wrong secret',
    ])
      expect(logs).not.toContain(secret);
  },
);
