import { afterAll, beforeAll, expect } from '@jest/globals';
import fc from 'fast-check';
import { problem } from 'shared/contract/problem.ts';
import { z } from 'zod';
import { hostLine, openRaw, parseAnswer, readAll } from '../rest/gateway-raw.ts';
import { newConnection } from '../support/client.ts';
import { INTERNALS } from '../support/internals.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectNoCrash, fuzzOptions } from './expectations.ts';

expectNoCrash();
let token: string;
beforeAll(async () => {
  ({ token } = await newConnection());
});
afterAll(async () => expect((await fetch(`${site.url}/health`)).status).toBe(200));

/** Bytes on the wire, in Latin-1. */
type Bytes = string;

/** Mostly valid parts, so that many of the texts are taken for requests. */
const mostly = (right: readonly Bytes[], wrong: readonly Bytes[]): fc.Arbitrary<Bytes> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );

const targets = mostly(
  [
    '/api/v1/me',
    '/api/v1/days/2026-10-04',
    '/api/v1/meals',
    '/api/v1/connect',
    '/mcp',
    '/',
    '/signin',
    '/connect.md',
    '/oauth/token',
    '/oauth/register',
    '/oauth/authorize',
    '/r/x',
    '/health',
  ],
  [
    '*',
    '//',
    '/%',
    '/\u00ff\u00fe',
    '/api/v1/meals/\u00e9',
    '/a\u0000b',
    '/a\tb',
    '/?\u0080',
    'http://evil.example/api/v1/me',
    '/../internal/introspect',
    '/api/v1/me#x',
    '/internal/introspect',
    '/health/ready',
    '/health/live',
    '/api/v1/..;/internal',
    `/${'a/'.repeat(4000)}`,
    '/api/v1/me?'.padEnd(15_000, 'x'),
    ':80',
    'evil.example:443',
    '',
  ],
);
const startLine = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(
        mostly(
          ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
          ['CONNECT', 'TRACE', 'get', 'G\u0000T', 'PRI', ''],
        ),
        targets,
        mostly(['HTTP/1.1', 'HTTP/1.0'], ['HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'HTTP/9', '']),
      )
      .map((parts) => parts.join(' ')),
  },
  fc.constantFrom(
    'PRI * HTTP/2.0',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    '',
    '\n\n',
    'GET',
    '<xml/>',
    'SSH-2.0-x',
    '\u0000'.repeat(100),
  ),
);

const header = mostly(
  [
    'Content-Length: 0',
    'Content-Length: 2',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'transfer-encoding: CHUNKED',
    'Content-Type: application/json',
    'Content-Type: \u00ff',
    'Content-Type: application/x-www-form-urlencoded',
    'Connection: close, Host',
    'Connection: Transfer-Encoding',
    'Connection: keep-alive, Internal-Principal',
    'Upgrade: h2c',
    'HTTP2-Settings: x',
    'Expect: 100-continue',
    'Expect: 200-ok',
    'Trailer: Authorization',
    'TE: trailers',
    'Via: 1.1 x',
    'Max-Forwards: 0',
    'Accept: text/html',
    'Accept: \u00ff',
    'Accept-Language: \u00ff',
    'X-Forwarded-For: 1.2.3.4, \u00ff',
    'Forwarded: for=x',
    'Internal-Principal: x.y',
    'Internal-Network: \u00ff',
    '__proto__: x',
    'constructor: x',
    'Cookie: session=\u00ff',
    'Origin: \u00ff',
    'Idempotency-Key: \u00ff',
    'Mcp-Protocol-Version: \u00ff',
    'Range: bytes=0-',
    'If-None-Match: *',
    'User-Agent: \u00ff\u00fe',
    'Sec-Fetch-Site: same-origin',
    'X-Request-Id: \u00ff',
  ],
  [
    'Content-Length: -1',
    'Content-Length: +5',
    'Content-Length: 5, 5',
    'Content-Length: 0x5',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding:\u000bchunked',
    'Transfer-Encoding : chunked',
    'Host: evil.example',
    'Host: \u00ff',
    'Host:',
    'Host: [::1',
    ' folded: x',
    '\tfolded',
    'no colon',
    ': empty',
    'a\u0000b: c',
    'a: b\rX-Injected: y',
    'a: \u007f',
    'X: \u0000',
    'X-A: b\nX-B: c',
    `X: ${'x'.repeat(20_000)}`,
    'X: y\r\n'.repeat(1500).trim(),
  ],
);

const body: fc.Arbitrary<Bytes> = fc.constantFrom(
  '',
  '{}',
  'hello',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;ext="\u0000"\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nx',
  '-1\r\n',
  'zz\r\n',
  '5\nhello\n0\n\n',
  '5\r\nhello',
  '0\r\nAuthorization: Bearer x\r\nHost: evil.example\r\n\r\n',
  `0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /health HTTP/1.1\r\nHost: x\r\n\r\n`,
  '\r\n\r\n\r\n',
  '\u0000'.repeat(2000),
);

const oauthMembers = { error: z.string(), error_description: z.string() };
/** At the addresses of OAuth's clients it has its members, too. */
const anyProblem = z.union([problem.strict(), problem.extend(oauthMembers).strict()]);

/**
 * Sends bytes in two pieces on one connection, after `earlier` valid requests, and returns everything received until it closed.
 */
const exchange = async (bytes: Bytes, cut: number, earlier: number): Promise<string> => {
  const socket = openRaw();
  const received = readAll(socket);
  socket.setTimeout(10_000, () => socket.destroy());
  for (let count = 0; count < earlier; count += 1) {
    socket.write(`GET /api/v1/meta HTTP/1.1\r\n${hostLine()}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  }
  const buffer = Buffer.from(bytes, 'latin1');
  socket.write(buffer.subarray(0, cut % (buffer.length + 1)));
  await new Promise(setImmediate);
  socket.end(buffer.subarray(cut % (buffer.length + 1)));
  return received;
};

proves(['Z.wire', 'H24'], 'bytes that are nearly a request are refused, answered or cut off', async () => {
  const property = fc.asyncProperty(
    startLine,
    fc.array(header, { maxLength: 3 }),
    body,
    fc.boolean(),
    fc.nat(),
    fc.nat(1),
    async (start, headers, content, hasToken, cut, earlier) => {
      const lines = [
        start,
        hostLine(),
        ...(hasToken ? [`Authorization: Bearer ${token}`] : []),
        ...headers,
        'Connection: close',
      ];
      const received = await exchange(`${lines.join('\r\n')}\r\n\r\n${content}`, cut, earlier);
      const answers = received
        .split(/(?=HTTP\/1\.1 \d{3} )/)
        .filter(Boolean)
        .slice(earlier);
      for (const text of answers) {
        const { status, headers: fields, body: answered } = parseAnswer(text);
        expect([status, text]).toEqual([expect.any(Number), expect.stringMatching(/^HTTP\/1\.1 [1-4]\d\d /)]);
        if (status < 400) continue;
        expect(text).not.toMatch(INTERNALS);
        expect(text).not.toMatch(/^x-injected/im);
        if (fields['content-type']?.startsWith('application/problem+json') && answered)
          expect(anyProblem.parse(answered).status).toBe(status);
      }
    },
  );
  await fc.assert(property, fuzzOptions(300));
});

proves(
  ['Z.wire', 'H19'],
  'invalid HTTP gets an error even on a connection that was used before',
  async () => {
    for (const target of ['/api/v1/meals/\u00e9', '/a b c', '/\u0001']) {
      const received = await exchange(`GET ${target} HTTP/1.1\r\n${hostLine()}\r\n\r\n`, 0, 1);
      const [, second = ''] = received.split(/(?=HTTP\/1\.1 \d{3} )/);
      const { status, headers, body } = parseAnswer(second);
      expect([target, status, body.status]).toEqual([target, 400, 400]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        connection: 'close',
        'cache-control': 'no-store',
      });
    }
  },
);

proves(['Z.wire', 'H24'], 'an early answer is not followed by another one', async () => {
  const socket = openRaw();
  const received = readAll(socket);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(
    `POST /api/v1/nothing HTTP/1.1\r\n${hostLine()}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  socket.write('this is no chunk\r\n\r\n');
  const answers = (await received).split(/(?=HTTP\/1\.1 \d{3} )/);
  expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([404]);
});
