import { describe, expect } from '@jest/globals';
import { whoami } from 'shared/contract/account.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { INSTRUCTIONS_VERSION } from 'shared/contract/meta.ts';
import { PROBLEMS, problem } from 'shared/contract/problem.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { hostLine, openRaw, parseAnswer, type RawAnswer, readAll, sendRaw } from './gateway-raw.ts';
import { item, meal } from './samples.ts';

const get = (target: string, ...lines: string[]) => sendRaw([`GET ${target} HTTP/1.1`, hostLine(), ...lines]);

/** Expects a problem of this status that tells nothing of the inside. */
const expectBareProblem = (answer: RawAnswer, status: number): void => {
  expect([answer.status, answer.headers['content-type']]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ]);
  const { code } = problem.strict().parse(answer.body);
  expect(answer.body).toMatchObject({
    status,
    type: `${site.url}/connect.md#${code}`,
    title: PROBLEMS[code].title,
  });
  expect(answer.headers).toMatchObject({
    'x-request-id': answer.body.request_id,
    'instructions-version': INSTRUCTIONS_VERSION,
    'cache-control': 'no-store',
  });
  expect(answer.text).not.toMatch(/ at |node_modules|\.ts\b|127\.0\.0\.1|ECONN|\/internal/);
};

describe('the health of the gateway', () => {
  proves(['C1.on_every_answer'], 'comes with the id of the request and the version', async () => {
    for (const target of ['/health', '/health/live', '/health/ready', '/health/nothing']) {
      const [first, second] = [await get(target), await get(target)];
      expect([target, first.headers['instructions-version']]).toEqual([target, INSTRUCTIONS_VERSION]);
      expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
  });
});

describe('an address', () => {
  const unknown = [
    '//api/v1/me',
    '/api//v1/me',
    '/api/v1/me/',
    '/api/v1/me%00',
    '/api/v1/me;x=1',
    '/API/v1/me',
    '/api/v1/%6de',
    '/api/v2/me',
    '/api/v1/meals/..%2fme/x',
    '/api/v1/days/2026-10-04/../../me',
    '/api/v1/../../internal/introspect',
    '/internal/introspect',
    '/internal%2fintrospect',
    '//internal/introspect',
    '/api/v1/internal/introspect',
    '/approve',
    '/%',
    '/nothing',
    '/.well-known/nothing',
    '/connect.md/',
  ];
  proves(['H19', 'H24'], 'that is nearly one of ours is a 404 problem', async () => {
    const { token } = await newConnection();
    for (const target of unknown) {
      const answer = await get(target, `Authorization: Bearer ${token}`);
      expect([target, answer.status]).toEqual([target, 404]);
      expectBareProblem(answer, 404);
    }
    for (const target of ['/api/v1/meals/%zz', '/api/v1/meals/%e0%a4%a', '/api/v1/activity/%'])
      expectBareProblem(await sendRaw([`DELETE ${target} HTTP/1.1`, hostLine()]), 404);
  });

  proves(['H19', 'H24'], 'in a path parameter is only an identifier', async () => {
    const { token } = await newConnection();
    const authorization = `Authorization: Bearer ${token}`;
    for (const id of [
      '..%2fme',
      '%2e%2e',
      '..',
      '%2Finternal%2Fintrospect',
      '%00',
      'x%3Fprofile_id=1',
      '%23',
    ])
      expect([400, 404]).toContain(
        (await sendRaw([`DELETE /api/v1/meals/${id} HTTP/1.1`, hostLine(), authorization])).status,
      );
    for (const day of ['..', '%2e%2e', '..%2f..%2fme', '2026-10-04%2factivity'])
      expectBareProblem(await get(`/api/v1/days/${day}`, authorization), 400);
  });

  proves(['H19'], 'that is ours takes only its methods', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'POST']) {
      const answer = await sendRaw([`${method} /api/v1/me HTTP/1.1`, hostLine(), 'Content-Length: 0']);
      expectBareProblem(answer, 405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    for (const path of [
      '/health',
      '/openapi.json',
      '/connect.md',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const answer = await sendRaw([`POST ${path} HTTP/1.1`, hostLine(), 'Content-Length: 0']);
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
    expectBareProblem(await sendRaw(['CONNECT example.org:443 HTTP/1.1', hostLine()]), 405);
    const options = await sendRaw(['OPTIONS /api/v1/meals HTTP/1.1', hostLine()]);
    expect([options.status, options.headers.allow]).toEqual([204, 'POST, GET, HEAD, OPTIONS']);
  });

  proves(['H19'], 'that is unknown is a page for a browser, and a problem for others', async () => {
    const browser = await get('/nothing', 'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect([browser.status, browser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(browser.headers['content-security-policy']).toContain("default-src 'none'");
    expectBareProblem(await get('/api/v1/nothing', 'Accept: text/html'), 404);
  });
});

describe('a request', () => {
  proves(['H24'], 'that can be read in two ways is refused', async () => {
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
      await get('/api/v1/meta', `X-Filler: ${'x'.repeat(20_000)}`),
      await get(`/api/v1/${'x'.repeat(20_000)}`),
    ]) {
      expectBareProblem(answer, 431);
      expect(answer.body.title).not.toMatch(/body/i);
      expect(answer.body.detail).toMatch(/address and headers.*16 KiB/i);
    }
  });

  proves(['H24'], 'that expects what nobody knows is answered as if it did not', async () => {
    const body = JSON.stringify({ email: newEmail(), client_name: 'Test assistant' });
    const lines = [hostLine(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const post = (...expected: string[]) =>
      sendRaw(['POST /api/v1/connect HTTP/1.1', ...lines, ...expected], body);
    expect((await post('Expect: 200-ok')).status).toBe(202);
    // In front of the answer, for callers that send the body only then.
    expect((await post('Expect: 100-continue')).text).toMatch(/^HTTP\/1\.1 202 /);
  });

  proves(['H24'], 'cannot say who it comes from', async () => {
    const principal = { kind: 'assistant', account: { id: 'acc_1' }, scopes: ['records:read'], exp: 9e15 };
    const forged = `${Buffer.from(JSON.stringify(principal)).toString('base64url')}.${'a'.repeat(43)}`;
    const spoofed = [
      `internal-principal: ${forged}`,
      'Internal-Principal: x',
      'internal-network: 203.0.113.0/24',
    ];
    const nobody = await get('/api/v1/me', ...spoofed);
    expect(nobody.body.code).toBe('token_missing');
    expect((await get('/', ...spoofed)).status).toBe(200);

    const { token, account } = await newConnection();
    const answer = await get(
      '/api/v1/me',
      `Authorization: Bearer ${token}`,
      'X-Request-Id: mine',
      ...spoofed,
    );
    expect(answer.body.account.id).toBe(account.id);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  proves(['H3', 'C9.hops'], 'changes no address by a forged Host or Forwarded', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7;host=evil.example;proto=https',
    };
    const lines = Object.entries(forged).map(([name, value]) => `${name}: ${value}`);
    const same = async (target: string) => {
      const [plain, evil] = [
        await get(target),
        await sendRaw([`GET ${target} HTTP/1.1`, 'Host: evil.example', ...lines]),
      ];
      const { request_id: _, ...rest } = evil.body;
      expect([evil.status, typeof evil.body === 'string' ? evil.body : rest]).toEqual([
        plain.status,
        typeof plain.body === 'string' ? plain.body : expect.objectContaining(rest),
      ]);
      expect(evil.headers['www-authenticate']).toBe(plain.headers['www-authenticate']);
    };
    for (const target of ['/api/v1/meta', '/openapi.json', '/connect.md', '/api/v1/me', '/', '/terms'])
      await same(target);

    const email = newEmail();
    const body = JSON.stringify({ email, client_name: 'Test assistant' });
    const asked = await sendRaw(
      [
        'POST /api/v1/connect HTTP/1.1',
        'Host: evil.example',
        ...lines,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(asked.status).toBe(202);
    expect(asked.body.poll_url).toBe(`${site.base}/connect/${asked.body.request_id}`);
    const mail = await mailTo(email);
    expect(linkIn(mail)).toMatch(new RegExp(`^${site.url}/approve/`));
    expect(`${mail.text}${mail.html}`).not.toContain('evil');
    const page = await (await fetch(linkIn(mail))).text();
    expect(page).not.toContain('203.0.113');
  });
});

describe('a body', () => {
  const largest = (bytes: number): string => {
    const start = '{"meal_type":"snack","items":[';
    const end = '],"nonsense":""}';
    const filler = bytes - start.length - end.length - JSON.stringify(item).length;
    return `${start}${JSON.stringify(item)}${end.slice(0, -2)}${'x'.repeat(filler)}"}`;
  };
  const post = (path: string, token: string, lines: string[], body: string | Uint8Array) =>
    sendRaw(
      [
        `POST /api/v1${path} HTTP/1.1`,
        hostLine(),
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        ...lines,
      ],
      body,
    );

  proves(['H19', 'C1.media'], 'beyond 512 KiB is a 413, told beforehand or not', async () => {
    const { token } = await newConnection();
    const fits = largest(LIMITS.bodyBytes);
    const known = await post('/meals', token, [`Content-Length: ${fits.length}`], fits);
    expect([known.status, known.body.issues]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/nonsense' })],
    ]);

    const tooLarge = largest(LIMITS.bodyBytes + 1);
    expectBareProblem(await post('/meals', token, [`Content-Length: ${tooLarge.length}`], tooLarge), 413);
    const chunk = `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`;
    expectBareProblem(await post('/meals', token, ['Transfer-Encoding: chunked'], chunk), 413);
    expectBareProblem(await post('/connect', token, [`Content-Length: ${tooLarge.length}`], tooLarge), 400);
  });

  proves(
    ['H24'],
    'that is announced and never sent is answered all the same when it is too large',
    async () => {
      const { token } = await newConnection();
      const socket = openRaw();
      const answer = readAll(socket);
      const lines = [
        'POST /api/v1/meals HTTP/1.1',
        hostLine(),
        `Authorization: Bearer ${token}`,
        'Content-Length: 9999999',
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n{`);
      socket.once('data', () => socket.end());
      expectBareProblem(parseAnswer(await answer), 413);
    },
  );

  proves(['H24', 'C1.media'], 'that goes on beyond 512 KiB is refused before it ends', async () => {
    const { token } = await newConnection();
    const socket = openRaw();
    const answer = readAll(socket);
    const head = ['POST /api/v1/meals HTTP/1.1', hostLine(), `Authorization: Bearer ${token}`];
    const lines = [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(`100000\r\n${' '.repeat(0x100000)}\r\n`);
    socket.once('data', () => socket.end());
    expectBareProblem(parseAnswer(await answer), 413);
  });

  proves(['H25'], 'nested 5,000 deep is a 400 wherever one is taken', async () => {
    const { token } = await newConnection();
    for (const body of ['['.repeat(5000) + ']'.repeat(5000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`])
      for (const [method, path] of [
        ['POST', '/connect'],
        ['POST', '/meals'],
        ['POST', '/profiles'],
        ['POST', '/wellbeing'],
        ['PUT', '/days/2026-10-04/activity'],
        ['PUT', '/days/2026-10-04/sleep'],
      ] as const)
        expect((await call(method, path, { token, body })).status).toBe(400);
  });

  proves(['H19', 'C1.media'], 'of another kind is a 415, and a 400 at /connect', async () => {
    const { token } = await newConnection();
    const body = JSON.stringify(meal);
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      '',
    ])
      expectProblem(
        await call('POST', '/meals', { token, body, headers: { 'content-type': contentType } }),
        415,
        'unsupported_media_type',
      );
    const authorization = `Authorization: Bearer ${token}`;
    const untyped = (lines: string[], sent = '') =>
      sendRaw(['POST /api/v1/meals HTTP/1.1', hostLine(), authorization, ...lines], sent);
    for (const nothing of [
      [],
      ['Content-Length: 0'],
      ['Content-Type: application/json', 'Content-Length: 0'],
    ])
      expectBareProblem(await untyped(nothing), 400);
    expectBareProblem(await untyped(['Content-Length: 2'], '{}'), 415);
    const packed = { 'content-encoding': 'gzip' };
    expectProblem(
      await call('POST', '/meals', { token, body, headers: packed }),
      415,
      'unsupported_media_type',
    );
    expect((await call('POST', '/connect', { body, headers: { 'content-type': 'text/plain' } })).status).toBe(
      400,
    );
  });
});

describe('a connection', () => {
  proves(['H24'], 'serves requests one after another, and ends when the caller says so', async () => {
    const { token } = await newConnection();
    const socket = openRaw();
    const received = readAll(socket);
    const me = `GET /api/v1/me HTTP/1.1\r\n${hostLine()}\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(`${me}\r\n${me}Connection: close\r\n\r\n`);
    const answers = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([200, 200]);
    expect(answers.map((answer) => parseAnswer(answer).headers.connection)).toEqual(['keep-alive', 'close']);
  });

  proves(['H19', 'H24'], 'answers what is no request behind the answers to those that were', async () => {
    const { token } = await newConnection();
    const lines = ['GET /api/v1/me HTTP/1.1', hostLine(), `Authorization: Bearer ${token}`, '', ''];
    for (const [behind, status] of [
      ['GARBAGE', 400],
      [`CONNECT example.org:443 HTTP/1.1\r\n${hostLine()}\r\n\r\n`, 405],
    ] as const) {
      const socket = openRaw();
      const received = readAll(socket);
      socket.write(`${lines.join('\r\n')}${behind}`);
      const [, me = '', refusal = ''] = (await received).split('HTTP/1.1 ');
      expect([me.slice(0, 3), refusal.slice(0, 3)]).toEqual(['200', String(status)]);
      expectBareProblem(parseAnswer(`HTTP/1.1 ${refusal}`), status);
    }
  });

  proves(['S4.operations'], 'answers HEAD like GET, without the body', async () => {
    const { token } = await newConnection();
    const head = await sendRaw(['HEAD /api/v1/me HTTP/1.1', hostLine(), `Authorization: Bearer ${token}`]);
    const full = await call('GET', '/me', { token });
    expectSuccess(whoami, full);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(full.headers.get('content-length'));
  });
});
