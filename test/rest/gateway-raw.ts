import { connect, type Socket } from 'node:net';
import { expect } from '@jest/globals';
import { PROBLEMS, problem } from 'shared/contract/problem.ts';
import { INSTRUCTIONS_VERSION } from 'shared/contract/service.ts';
import { INTERNALS } from '../support/internals.ts';
import { type SetAddresses, site } from '../support/set.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type RawAnswer = { status: number; headers: Record<string, string>; text: string; body: any };

/** A connection to the gateway for requests that no client would send. */
export const openRaw = (set: SetAddresses = site): Socket => {
  const { hostname, port } = new URL(set.url);
  return connect(Number(port), hostname);
};

/** Everything received until the connection is closed. */
export const readAll = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });

/** A parsed raw response; status 0 if there was none. */
export const parseAnswer = (received: string): RawAnswer => {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const text = rest.join('\r\n\r\n');
  const isJson = headers['content-type']?.includes('json');
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    text,
    body: isJson && text ? JSON.parse(text) : text,
  };
};

/** Sends a request as written: its lines, and a body. `Connection: close` is added, so that the connection ends. */
export const sendRaw = async (
  lines: string[],
  body: string | Uint8Array = '',
  set: SetAddresses = site,
): Promise<RawAnswer> => {
  const socket = openRaw(set);
  const answer = readAll(socket);
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return parseAnswer(await answer);
};

/** The `Host` line of a set. */
export const hostLine = (set: SetAddresses = site): string => `Host: ${new URL(set.url).host}`;

/** A connection on which a `POST /meals` with this body has begun: only its first `sent` characters are written. */
export const beginMeal = (set: SetAddresses, token: string, body: string, sent: number): Socket => {
  const lines = [
    'POST /api/v1/meals HTTP/1.1',
    hostLine(set),
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = openRaw(set);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, sent)}`);
  return socket;
};

/** Requests a target as written, with these additional lines. */
export const getRaw = (target: string, ...lines: string[]): Promise<RawAnswer> =>
  sendRaw([`GET ${target} HTTP/1.1`, hostLine(), ...lines]);

/** Expects a problem with this status that discloses no internals. */
export const expectBareProblem = (answer: RawAnswer, status: number): void => {
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
  expect(answer.text).not.toMatch(INTERNALS);
  expect(answer.text).not.toMatch(/ at |127\.0\.0\.1|\/internal/);
};
