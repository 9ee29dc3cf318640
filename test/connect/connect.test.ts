import { request as httpRequest } from 'node:http';
import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { connect } from 'shared/contract/operations/connect.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { onRedis } from '../person/traces.ts';
import { answerApproval, call, newConnection, newEmail, poll, requestConnection } from '../support/client.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { limitKeyOf } from './steps.ts';

const valid = () => ({ email: newEmail(), client_name: 'Test assistant' });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/connect', { body, headers });

describe('POST /connect', () => {
  proves(['S4.connect'], 'answers the six fields of a connection request and mails one link', async () => {
    const body = valid();
    const { status, headers, body: answer } = await post(body);
    expect(status).toBe(202);
    expect(connect.response.strict().parse(answer)).toEqual({
      request_id: expect.stringMatching(/^req_[\w-]{1,60}$/),
      poll_token: expect.stringMatching(/^[\w-]{43}$/),
      status: 'pending',
      expires_in: 1800,
      poll_interval: 5,
      poll_url: `${site.base}/connect/${answer.request_id}`,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(linkIn(await mailTo(body.email))).toMatch(new RegExp(`^${site.url}/approve/[\\w-]{22}$`));
    expect(await mailsTo(body.email)).toHaveLength(1);
  });

  proves(['S4.connect_input', 'H16'], 'refuses what the schema does not allow and says where', async () => {
    const wrong: [unknown, string][] = [
      [{ client_name: 'x' }, '/email'],
      [{ ...valid(), email: '.a@example.org' }, '/email'],
      [{ ...valid(), email: 'a..b@example.org' }, '/email'],
      [{ ...valid(), email: 'a@example.o' }, '/email'],
      [{ ...valid(), email: 'a@example' }, '/email'],
      [{ ...valid(), email: 'a@b.cc, c@d.ee' }, '/email'],
      [{ ...valid(), email: 'a@b.cc\r\nBcc: c@d.ee' }, '/email'],
      [{ ...valid(), email: '"a b"@example.org' }, '/email'],
      [
        {
          ...valid(),
          email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.ccccccc`,
        },
        '/email',
      ],
      [{ ...valid(), client_name: '' }, '/client_name'],
      [{ ...valid(), client_name: ' \u200b ' }, '/client_name'],
      [{ ...valid(), client_name: '\u3164\u2800' }, '/client_name'],
      [{ ...valid(), client_name: 'x'.repeat(81) }, '/client_name'],
      [{ ...valid(), client_name: 'x'.repeat(50_000) }, '/client_name'],
      [{ ...valid(), client_name: 'Bank \u202egro.knab' }, '/client_name'],
      [{ ...valid(), client_name: 'a\r\nSubject: b' }, '/client_name'],
      [{ ...valid(), client_name: 'a\0b' }, '/client_name'],
      [{ ...valid(), scopes: [] }, '/scopes'],
      [{ ...valid(), scopes: ['records:read', 'admin'] }, '/scopes/1'],
      [{ ...valid(), language: 'de' }, '/language'],
      [{ ...valid(), extra: 1 }, '/extra'],
    ];
    for (const [body, pointer] of wrong) {
      const answer = await post(body);
      expect([answer.status, answer.body.code, answer.body.issues?.[0]?.pointer]).toEqual([
        400,
        'validation_failed',
        pointer,
      ]);
    }
  });

  proves(['S4.connect_input'], 'accepts 254-character addresses, long local part or domain', async () => {
    const unique = newEmail().split('@')[0] ?? '';
    for (const email of [
      `${unique.padEnd(254 - '@example.com'.length, 'a')}@example.com`,
      `${unique}@${`${'b'.repeat(60)}.`.repeat(3)}`.padEnd(254, 'c'),
    ]) {
      expect([email.length, (await post({ ...valid(), email })).status]).toEqual([254, 202]);
      expect(await mailTo(email)).toBeDefined();
    }
  });

  proves(
    ['S4.connect_input'],
    'accepts values at their limits; nulls count as absent, absent scopes as all',
    async () => {
      const local = newEmail().split('@')[0] ?? '';
      const email = `${local}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.org`.slice(-254);
      const widest = await post({ email, client_name: '🥕'.repeat(80), scopes: null, language: null });
      expect(widest.status).toBe(202);
      const { body } = await connectedPoll({ scopes: null });
      expect(body.scopes).toEqual(ALL_SCOPES);
      const some = await connectedPoll({ scopes: ['reports:read', 'records:read', 'reports:read'] });
      expect(some.body.scopes).toEqual(['records:read', 'reports:read']);
    },
  );

  proves(['C4.plain_400'], 'a wrong media type, too large a body or invalid JSON is a 400', async () => {
    const answers = await Promise.all([
      post(JSON.stringify(valid()), { 'content-type': 'text/plain' }),
      post(JSON.stringify({ ...valid(), client_name: 'x'.repeat(LIMITS.bodyBytes) })),
      post('{"email":'),
      post('[]'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(
      answers.map(() => expect.stringContaining('application/problem+json')),
    );
  });

  proves(['S8.per_address', 'H14'], 'of ten at once for an address in mixed case, three pass', async () => {
    const email = newEmail();
    const spellings = Array.from({ length: 10 }, (_, index) =>
      [...email].map((letter, at) => (at % 10 === index ? letter.toUpperCase() : letter)).join(''),
    );
    const answers = await Promise.all(spellings.map((spelling) => post({ ...valid(), email: spelling })));
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 7 }, () => [429, 'rate_limited']),
    );
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
      expect(body.detail).toBe(
        `Too many requests for this e-mail address. Try again in ${headers.get('retry-after')} s.`,
      );
    }
    const mails = await Promise.all(spellings.map((spelling) => mailsTo(spelling)));
    expect(new Set(mails.flat().map(({ id }) => id)).size).toBe(3);
  });

  proves(['S8.per_address'], 'waits an hour at most, even for a clock that was set back', async () => {
    const email = newEmail();
    for (let times = 0; times < LIMITS.connectPerEmailPerHour; times += 1) await requestConnection({ email });
    const key = limitKeyOf(email, site);
    expect(await onRedis(site, (redis) => redis.expire(key, 7200))).toBe(1);
    const { status, headers } = await post({ ...valid(), email });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  });

  proves(['C4.same_answer', 'H14'], 'does not reveal whether the address has an account', async () => {
    const known = await newConnection({ language: 'ru' });
    const [first, second] = [await post({ ...valid(), email: known.email }), await post(valid())];
    const shape = ({ status, headers, body }: typeof first) => ({
      status,
      headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
      body: Object.entries(body).map(([name, value]) => [name, String(value).length]),
    });
    expect(shape(first)).toEqual(shape(second));
  });

  proves(['C4.language'], 'mails in the requested language, else the account’s, else English', async () => {
    const subject = async (email: string, language?: string) => {
      await requestConnection({ email, language });
      return (await mailTo(email)).subject;
    };
    const [english, russian, spanish] = [
      await subject(newEmail(), 'en'),
      await subject(newEmail(), 'ru'),
      await subject(newEmail(), 'es'),
    ];
    expect(new Set([english, russian, spanish]).size).toBe(3);
    const { email } = await newConnection({ language: 'ru' });
    expect(await subject(email)).toBe(russian);
    expect(await subject(email, 'es')).toBe(spanish);
    expect(await subject(newEmail())).toBe(english);
  });

  proves(['H3'], 'forged host headers change no byte of the link or the poll URL', async () => {
    const body = valid();
    const answer = await postWithHost(JSON.stringify(body), {
      host: 'evil.example',
      forwarded: 'host=evil.example;proto=https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '444',
    });
    expect(answer.poll_url).toBe(`${site.base}/connect/${answer.request_id}`);
    const { text, html } = await mailTo(body.email);
    expect(linkIn({ text } as never)).toMatch(new RegExp(`^${site.url}/approve/`));
    expect(text + html).not.toContain('evil');
  });
});

/** Asks, approves and polls. */
const connectedPoll = async (body: Record<string, unknown>) => {
  const request = await requestConnection(body);
  await answerApproval(request.link);
  return poll(request);
};

/** `fetch` always sends its own Host header. */
const postWithHost = (body: string, headers: Record<string, string>) =>
  new Promise<Record<string, string>>((resolve, reject) => {
    const sent = httpRequest(
      `${site.base}/connect`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      async (response) => resolve(JSON.parse(Buffer.concat(await response.toArray()).toString('utf8'))),
    );
    sent.on('error', reject);
    sent.end(body);
  });
