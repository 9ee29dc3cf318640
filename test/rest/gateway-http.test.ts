import { describe, expect } from '@jest/globals';
import { call, newConnection, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectBareProblem, getRaw, hostLine, type RawAnswer, sendRaw } from './gateway-raw.ts';

const DAY = '2026-10-04';

describe('a request', () => {
  proves(['H24'], 'that is ambiguous is refused', async () => {
    const { token } = await newConnection();
    const bearer = `Authorization: Bearer ${token}`;
    const me = 'GET /api/v1/me HTTP/1.1';
    const post = 'POST /api/v1/meals HTTP/1.1';
    const wrong: [string[], string?][] = [
      [[me, hostLine(), 'Host: evil.example', bearer]],
      [[me, bearer]],
      [[me, 'Host: a b', bearer]],
      [[me, hostLine(), bearer, 'Authorization: Bearer other']],
      [[me, hostLine(), bearer, 'authorization: Basic YTpi']],
      [[`GET ${site.base}/me HTTP/1.1`, hostLine(), bearer]],
      [['GET http://evil.example/api/v1/me HTTP/1.1', hostLine(), bearer]],
      [['GET api/v1/me HTTP/1.1', hostLine(), bearer]],
      [['OPTIONS * HTTP/1.1', hostLine()]],
      [['GET /api/v1/me#fragment HTTP/1.1', hostLine(), bearer]],
      [[post, hostLine(), bearer, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
      [[post, hostLine(), bearer, 'Content-Length: 2', 'Content-Length: 3'], '{}'],
      [[post, hostLine(), bearer, 'Transfer-Encoding: xchunked'], '{}'],
      [
        [
          post,
          hostLine(),
          bearer,
          'Content-Type: application/json',
          'Content-Type: text/plain',
          'Content-Length: 2',
        ],
        '{}',
      ],
      [[post, hostLine(), bearer, 'Idempotency-Key: a', 'Idempotency-Key: b', 'Content-Length: 2'], '{}'],
      [['GET /api/v1/me HTTP/1.1', hostLine(), 'Bad Header: x']],
      [[post, hostLine(), bearer, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
      [[post.replace('1.1', '1.0'), bearer, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
      // Node keeps a thousand headers, unless it is told otherwise.
      [[me, hostLine(), bearer, ...Array(1000).fill('D:'), 'Host: evil.example']],
      [['get /api/v1/me HTTP/1.1', hostLine(), bearer]],
      [['nonsense']],
    ];
    for (const [lines, body] of wrong) {
      const answer = await sendRaw(lines, body);
      expect([lines, answer.status]).toEqual([lines, 400]);
      expectBareProblem(answer, 400);
    }
  });

  proves(['H24', 'H19'], 'with huge headers is a 431 problem', async () => {
    for (const answer of [
      await getRaw('/api/v1/meta', `X-Filler: ${'x'.repeat(20_000)}`),
      await getRaw(`/api/v1/${'x'.repeat(20_000)}`),
    ]) {
      expectBareProblem(answer, 431);
      expect(answer.body.title).not.toMatch(/body/i);
      expect(answer.body.detail).toMatch(/address and headers.*16 KiB/i);
    }
  });

  proves(['H24'], 'with an unknown expectation is answered as if it had none', async () => {
    const body = JSON.stringify({ email: newEmail(), client_name: 'Test assistant' });
    const lines = [hostLine(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const post = (...expected: string[]) =>
      sendRaw(['POST /api/v1/connect HTTP/1.1', ...lines, ...expected], body);
    expect((await post('Expect: 200-ok')).status).toBe(202);
    // Before the answer, for callers that send the body only then.
    expect((await post('Expect: 100-continue')).text).toMatch(/^HTTP\/1\.1 202 /);
  });

  proves(['H24'], 'cannot forge its identity', async () => {
    const principal = { kind: 'assistant', account: { id: 'acc_1' }, scopes: ['records:read'], exp: 9e15 };
    const forged = `${Buffer.from(JSON.stringify(principal)).toString('base64url')}.${'a'.repeat(43)}`;
    const spoofed = [
      `internal-principal: ${forged}`,
      'Internal-Principal: x',
      'internal-network: 203.0.113.0/24',
    ];
    const nobody = await getRaw('/api/v1/me', ...spoofed);
    expect(nobody.body.code).toBe('token_missing');
    expect((await getRaw('/', ...spoofed)).status).toBe(200);

    const { token, account } = await newConnection();
    const answer = await getRaw(
      '/api/v1/me',
      `Authorization: Bearer ${token}`,
      'X-Request-Id: mine',
      ...spoofed,
    );
    expect(answer.body.account.id).toBe(account.id);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  proves(['H3', 'C9.hops'], 'changes no URL by a forged Host or Forwarded header', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7;host=evil.example;proto=https',
    };
    const lines = Object.entries(forged).map(([name, value]) => `${name}: ${value}`);
    const comparable = ({ status, headers, text }: RawAnswer) => [
      status,
      headers['www-authenticate'],
      text.replace(headers['x-request-id'] ?? '', ''),
    ];
    for (const target of ['/api/v1/meta', '/openapi.json', '/connect.md', '/api/v1/me', '/', '/terms']) {
      const evil = await sendRaw([`GET ${target} HTTP/1.1`, 'Host: evil.example', ...lines]);
      expect(comparable(evil)).toEqual(comparable(await getRaw(target)));
    }

    const email = newEmail();
    const body = JSON.stringify({ email, client_name: 'Test assistant' });
    const answer = await sendRaw(
      [
        'POST /api/v1/connect HTTP/1.1',
        'Host: evil.example',
        ...lines,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(answer.status).toBe(202);
    expect(answer.body.poll_url).toBe(`${site.base}/connect/${answer.body.request_id}`);
    const mail = await mailTo(email);
    expect(linkIn(mail)).toMatch(new RegExp(`^${site.url}/approve/`));
    expect(`${mail.text}${mail.html}`).not.toContain('evil');
    const page = await (await fetch(linkIn(mail))).text();
    expect(page).not.toContain('203.0.113');
  });
});

proves(
  ['C1.named', 'C10.conditions'],
  'a write under a condition that does not hold is not done',
  async () => {
    const { token } = await newConnection();
    const path = `/days/${DAY}/activity`;
    await call('PUT', path, { token, body: { steps: 8000 } });
    const { id } = (await call('GET', `/days/${DAY}`, { token })).body.activity;
    const conditions = [
      ['If-None-Match', '*', [412, 400]],
      ['If-Match', '"x"', [412, 412]],
      ['If-Unmodified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT', [400, 400]],
      ['Content-Range', 'bytes 0-5/100', [400, 400]],
    ] as const;
    for (const [name, value, statuses] of conditions) {
      const options = { token, headers: { [name]: value } };
      const put = await call('PUT', path, { ...options, body: { steps: 1 } });
      const deletion = await call('DELETE', `/activity/${id}`, options);
      expect([name, put.status, deletion.status]).toEqual([name, ...statuses]);
      for (const refused of [put, deletion])
        expect(refused.body.issues).toMatchObject([{ pointer: `header/${name}` }]);
      expect((await call('GET', `/days/${DAY}`, { token })).body.activity).toMatchObject({ id, steps: 8000 });
    }
  },
);
