import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { newConnection } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { hostLine, openRaw, parseAnswer, readAll, sendRaw } from './gateway-raw.ts';
import { meal } from './samples.ts';

/** Longer than the gateway waits for a service that is silent. */
const LONG_PAUSE_MS = 12_000;

type Received = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string };

/** What a service got that answers everything. Bytes that are no request to it are one without a method. */
let received: Received[] = [];
const service = createServer(async (request, response) => {
  if (request.url === '/health/ready') return response.end();
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: await text(request) } as Received);
  response.setHeader('content-type', 'application/json').end('{}');
}).on('clientError', (_error, socket) => {
  received.push({ headers: {}, body: 'no request' });
  socket.destroy();
});

let gateway: Replica;
let token: string;
beforeAll(async () => {
  const DIARY_SERVICE_URL = `http://127.0.0.1:${await listen(service)}`;
  gateway = await startReplica(site, 'gateway', { DIARY_SERVICE_URL });
  ({ token } = await newConnection());
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await gateway?.end();
  service.close();
});

const FORGED = [
  'Internal-Principal: spoofed',
  'Internal-Network: spoofed',
  'X-Forwarded-For: spoofed',
  'X-Forwarded-Host: spoofed',
  'X-Forwarded-Proto: spoofed',
  'Forwarded: for=spoofed',
  'X-Request-Id: spoofed',
  'Cookie: session=spoofed',
];
/** What the gateway adds. */
const OWN = ['connection', 'host', 'internal-network', 'internal-principal', 'x-request-id'];
const body = JSON.stringify(meal);
const head = (method: string, path: string): string[] => [
  `${method} /api/v1${path} HTTP/1.1`,
  hostLine(gateway.set),
  `Authorization: Bearer ${token}`,
];
const post = (...lines: string[]): string[] => [
  ...head('POST', '/meals'),
  'Content-Type: application/json',
  ...lines,
];
const chunked = (content: string): string => `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;

/** Sends it through the gateway, and gives the one request that the service got. */
const sendOn = async (lines: string[], content = ''): Promise<Received> => {
  const { status, text } = await sendRaw(lines, content, gateway.set);
  expect(status === 100 ? parseAnswer(text).status : status).toBe(200);
  const [request] = received;
  if (received.length !== 1 || !request) throw new Error(`the service got ${received.length} requests`);
  return request;
};

describe('a request reaches its service', () => {
  for (const expectation of ['100-continue', '100-Continue', '200-ok'])
    proves(['H24'], `without what it forges, though it says Expect: ${expectation}`, async () => {
      const lengths = {
        [`Content-Length: ${body.length}`]: body,
        'Transfer-Encoding: chunked': chunked(body),
      };
      for (const [length, content] of Object.entries(lengths)) {
        received = [];
        const request = await sendOn(post(length, `Expect: ${expectation}`, ...FORGED), content);
        expect(request).toMatchObject({ method: 'POST', url: '/api/v1/meals', body });
        const framing = length.split(':')[0]?.toLowerCase();
        expect(Object.keys(request.headers).sort()).toEqual([...OWN, 'content-type', framing].sort());
        expect(JSON.stringify(request.headers)).not.toContain('spoofed');
      }
    });

  proves(['H24'], 'as one, though its chunked body reads like another', async () => {
    const second = `GET /api/v1/me HTTP/1.1\r\n${hostLine()}\r\n${FORGED.join('\r\n')}\r\n\r\n`;
    for (const [method, path] of [
      ['POST', '/meals'],
      ['PUT', '/days/2026-10-04/activity'],
      ['DELETE', '/meals/meal_1'],
      ['GET', '/me'],
    ] as const)
      for (const coding of ['chunked', 'CHUNKED']) {
        received = [];
        const lines = [...head(method, path), `Transfer-Encoding: ${coding}`];
        expect(await sendOn(lines, chunked(second))).toMatchObject({ method, body: second });
      }
  });

  proves(['H24'], 'as one, though one without a body would keep its connection', async () => {
    const lines = [
      ...head('DELETE', '/meals/meal_1'),
      'Connection: keep-alive, Internal-Principal',
      ...FORGED,
    ];
    const { method, headers, body } = await sendOn(lines);
    expect([method, body]).toEqual(['DELETE', '']);
    expect(JSON.stringify(headers)).not.toContain('spoofed');
  });

  proves(['H24'], 'without the switch to another protocol that it asks for', async () => {
    const websocket = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ];
    const socket = openRaw(gateway.set);
    const answers = readAll(socket);
    socket.write([...head('GET', '/me'), 'Connection: Upgrade', ...websocket, '', ''].join('\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect(parseAnswer(await answers).status).toBe(200);
    expect(received.map(({ method, headers }) => [method, Object.keys(headers).sort()])).toEqual([
      ['GET', OWN],
    ]);
  });

  proves(['C9.slow_clients'], 'however long its caller pauses in the middle of the body', async () => {
    const socket = openRaw(gateway.set);
    const answers = readAll(socket);
    const lines = post(`Content-Length: ${body.length}`, 'Connection: close');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    await sleep(LONG_PAUSE_MS);
    socket.write(body.slice(10));
    expect(parseAnswer(await answers).status).toBe(200);
    expect(received.map(({ body }) => body)).toEqual([body]);
  });
});
