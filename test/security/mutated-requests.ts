import fc, { type Arbitrary } from 'fast-check';
import type { Described, Input } from './described-operations.ts';
import { mutated } from './mutated-json.ts';
import type { Sent } from './send.ts';

type Header = Sent['headers'][number];

/** The request for an input. */
export const requestOf = ({ method, path, body }: Described, input: Input, token?: string): Sent => {
  const query = new URLSearchParams(input.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.path[name] ?? ''));
  return {
    method,
    target: `${filled}${query && `?${query}`}`,
    headers: [
      ...Object.entries(input.header),
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] satisfies Header]),
      ...(body ? [['Content-Type', 'application/json'] satisfies Header] : []),
    ],
    ...(body && { body: JSON.stringify(input.body) }),
  };
};

const SEGMENTS = [
  '%zz',
  '%',
  '%2',
  '%00',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%0d%0aX:%20y',
  '..',
  '%2e%2e',
  '..%2f..%2fme',
  '%2F',
  '%5c',
  '\\',
  '$ne',
  '[object%20Object]',
  '__proto__',
  'constructor',
  '{id}',
  ':id',
  '*',
  '(.*)',
  ';jsessionid=1',
  'null',
  '-1',
  '1e400',
  'x'.repeat(65),
  '9'.repeat(4000),
  '%f0%9f%a5%97'.repeat(64),
  '%F0%9F%A5',
  '2026-02-29',
  '0000-01-01',
  '~',
  "'",
];

const QUERIES = [
  'extra=1',
  'profile_id=%00',
  'profile_id=%zz',
  'profile_id=',
  'profile_id',
  'profile_id=a&profile_id=b',
  'profile_id[$ne]=1',
  'day=2026-02-29',
  'day=2026-10-04&day=2026-10-05',
  'day[]=2026-10-04',
  'from=2026-10-05&to=2026-10-04',
  'from=0001-01-01',
  'to=0001-01-01',
  'from=9999-12-31',
  'from=a%00b',
  '__proto__=1',
  'constructor=1',
  'toString=1',
  '%',
  '%=%',
  '&&=&==',
  '=',
  '?',
  'poll_token=a&poll_token=b',
  'poll_token=%ff',
  'access_token=x',
  '%F0%9F=1',
  'a=1&'.repeat(2000),
  'profile_id=prof_%f0%9f%a5%97',
];

const HEADERS: Header[] = [
  ...[
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonp',
    'multipart/form-data',
  ].map((type): Header => ['Content-Type', type]),
  ...[
    `application/json${' '.repeat(12_000)}x`,
    `application/json;${' ;'.repeat(6000)}x`,
    'application/json; charset="utf-8"',
    'APPLICATION/JSON',
    ';',
  ].map((type): Header => ['Content-Type', type]),
  ...['gzip', 'br', 'identity', 'deflate, gzip', '\u00ff'].map(
    (encoding): Header => ['Content-Encoding', encoding],
  ),
  ...[
    '',
    '*/*',
    'text/html',
    'text/html;q=\u00ff',
    `${'a/b,'.repeat(3000)}`,
    ';;;',
    'text/html,'.repeat(1000),
  ].map((type): Header => ['Accept', type]),
  ...['', 'ru', 'xx-\u00ff', 'en,'.repeat(4000), '*;q=9', '-'].map(
    (language): Header => ['Accept-Language', language],
  ),
  ...['', ' ', 'a b', '\u00e9', 'x'.repeat(256), '__proto__'].map((key): Header => ['Idempotency-Key', key]),
  ...['null', 'https://evil.example', 'file://', '\u00ff', 'http://localhost:1'].map(
    (origin): Header => ['Origin', origin],
  ),
  ['Authorization', 'Bearer '],
  ['Authorization', `Bearer ${'x'.repeat(43)}`],
  ['Authorization', `Basic ${'%00'.repeat(300)}`],
  ['Authorization', `Bearer${' '.repeat(8000)}x`],
  ['Cookie', `session=${'x'.repeat(43)}; session=; __Host-session=1; ${'a=b; '.repeat(1000)}`],
  ['X-Forwarded-For', `${'1.2.3.4, '.repeat(500)}\u00ff`],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for="[::1]:x";host=evil.example;proto=javascript'],
  ['Internal-Principal', 'e30.e30'],
  ['Internal-Network', '0.0.0.0/0'],
  ['X-Request-Id', '\u00ff'.repeat(100)],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Expect', '100-continue'],
  ['Expect', 'something'],
  ['Upgrade', 'websocket'],
  ['Connection', 'upgrade, close, content-type'],
  ['Range', 'bytes=0-1,-1,99999999999999999999-'],
  ['If-None-Match', '*'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Max-Forwards', '0'],
  ['TE', 'trailers, deflate;q=\u00ff'],
];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LINK',
  'QUERY',
  'M-SEARCH',
];

type Change = (sent: Sent) => Sent;

const changes: Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constantFrom(...SEGMENTS), fc.nat(4)).map(
    ([segment, place]): Change =>
      (sent) => {
        const [path = '', ...query] = sent.target.split('?');
        const segments = path.split('/');
        segments[Math.max(3, segments.length - place)] = segment;
        return { ...sent, target: [segments.join('/'), ...query].join('?') };
      },
  ),
  fc.constantFrom(...QUERIES).map(
    (query): Change =>
      (sent) => {
        return { ...sent, target: `${sent.target}${sent.target.includes('?') ? '&' : '?'}${query}` };
      },
  ),
  fc.constantFrom(...HEADERS).map(
    ([name, value]): Change =>
      (sent) => {
        const others = sent.headers.filter(([known]) => known !== name);
        return { ...sent, headers: [...others, [name, value]] };
      },
  ),
  fc.constantFrom(...HEADERS).map(
    (header): Change =>
      (sent) => ({ ...sent, headers: [...sent.headers, header] }),
  ),
  fc.constantFrom(...METHODS).map(
    (method): Change =>
      (sent) => ({ ...sent, method }),
  ),
);

/** A nearly valid request: its body mutated, or its URL, query, headers or method. `isBodyAlone`: only the body. */
export const mutatedRequests = (operation: Described): Arbitrary<{ sent: Sent; isBodyAlone: boolean }> => {
  const right = operation.input.map((input) => requestOf(operation, input));
  const changed = fc.tuple(right, fc.array(changes, { minLength: 1, maxLength: 2 })).map(([sent, all]) => ({
    sent: all.reduce((request, change) => change(request), sent),
    isBodyAlone: false,
  }));
  if (!operation.body) return changed;
  const withBody = fc
    .tuple(right, mutated(operation.body))
    .map(([sent, body]) => ({ sent: { ...sent, body }, isBodyAlone: true }));
  return fc.oneof({ weight: 2, arbitrary: withBody }, { weight: 1, arbitrary: changed });
};
