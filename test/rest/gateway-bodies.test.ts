import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { register } from '../oauth/steps.ts';
import { call, newConnection } from '../support/client.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { expectProblem } from './answers.ts';
import {
  expectBareProblem,
  hostLine,
  openRaw,
  parseAnswer,
  type RawAnswer,
  readAll,
  sendRaw,
} from './gateway-raw.ts';
import { item, meal } from './samples.ts';

describe('a body', () => {
  /** A meal of this size, with an unknown field. */
  const mealOf = (bytes: number): string =>
    `${`{"meal_type":"snack","items":[${JSON.stringify(item)}],"nonsense":"`.padEnd(bytes - 2, 'x')}"}`;
  const AS_JSON = 'Content-Type: application/json';
  const head = (token: string, path: string, ...lines: string[]): string[] => [
    `POST /api/v1${path} HTTP/1.1`,
    hostLine(),
    `Authorization: Bearer ${token}`,
    ...lines,
  ];

  /** Sends a request that does not end, and waits for the answer. */
  const sendWithoutEnd = async (lines: string[], body: string): Promise<RawAnswer> => {
    const socket = openRaw();
    const answer = readAll(socket);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.once('data', () => socket.end());
    return parseAnswer(await answer);
  };

  proves(['H19', 'C1.media'], 'beyond 512 KiB is a 413, with and without Content-Length', async () => {
    const { token } = await newConnection();
    const fits = mealOf(LIMITS.bodyBytes);
    const post = (path: string, body: string) =>
      sendRaw(head(token, path, AS_JSON, `Content-Length: ${body.length}`), body);
    const known = await post('/meals', fits);
    expect([known.status, known.body.issues]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/nonsense' })],
    ]);

    const tooLarge = mealOf(LIMITS.bodyBytes + 1);
    expectBareProblem(await post('/meals', tooLarge), 413);
    const chunk = `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`;
    expectBareProblem(
      await sendRaw(head(token, '/meals', AS_JSON, 'Transfer-Encoding: chunked'), chunk),
      413,
    );
    expectBareProblem(await post('/connect', tooLarge), 400);
  });

  proves(['H24'], 'that is announced as too large is refused even if never sent', async () => {
    const { token } = await newConnection();
    const [, ...lines] = head(token, '/meals', AS_JSON, 'Content-Length: 9999999');
    for (const path of ['/api/v1/meals', '/mcp'])
      expectBareProblem(await sendWithoutEnd([`POST ${path} HTTP/1.1`, ...lines], '{'), 413);
    // A number that the next reader would write otherwise.
    const endless = ['POST /oauth/token HTTP/1.1', hostLine(), `Content-Length: ${2n ** 64n - 1n}`];
    expect(await sendWithoutEnd(endless, 'x')).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    });
  });

  proves(['H24', 'C1.media'], 'that exceeds 512 KiB is refused before it ends', async () => {
    const { token } = await newConnection();
    const lines = head(token, '/meals', AS_JSON, 'Transfer-Encoding: chunked');
    expectBareProblem(await sendWithoutEnd(lines, `100000\r\n${' '.repeat(0x100000)}\r\n`), 413);
  });

  proves(['C1.named'], 'that is announced without a length and holds nothing is none', async () => {
    const [, ...lines] = head(await newToken(), '', 'Transfer-Encoding: chunked');
    const sendNothing = async (request: string) =>
      (await sendRaw([`${request} HTTP/1.1`, ...lines], '0\r\n\r\n')).status;
    expect(await sendNothing('GET /api/v1/meals')).toBe(200);
    expect(await sendNothing('DELETE /api/v1/meals/meal_1')).toBe(404);
    expect(await sendNothing('POST /api/v1/records/meal_1/restore')).toBe(400);
  });

  describe('nested 5,000 deep', () => {
    const nested = [
      '['.repeat(5000) + ']'.repeat(5000),
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      `{"redirect_uris":["https://client.example/callback"],"shape":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    ];

    proves(['H25'], 'is a 400 wherever a body is accepted', async () => {
      const { token } = await newConnection();
      for (const body of nested)
        for (const [method, path] of [
          ['POST', '/connect'],
          ['POST', '/meals'],
          ['POST', '/profiles'],
          ['POST', '/wellbeing'],
          ['POST', '/share-links'],
          ['PUT', '/days/2026-10-04/activity'],
          ['PUT', '/days/2026-10-04/sleep'],
        ] as const)
          expect((await call(method, path, { token, body })).status).toBe(400);
    });

    proves(['H25'], 'is a 400 in the form of OAuth where a client registers', async () => {
      for (const body of nested) {
        const answer = await register(body);
        expect([answer.status, answer.body]).toEqual([
          400,
          { error: 'invalid_client_metadata', error_description: expect.any(String) },
        ]);
      }
    });
  });

  proves(['H19', 'C1.media'], 'of another media type is a 415, but a 400 at /connect', async () => {
    const { token } = await newConnection();
    const body = JSON.stringify(meal);
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      '',
    ]) {
      const answer = await call('POST', '/meals', { token, body, headers: { 'content-type': contentType } });
      expectProblem(answer, 415, 'unsupported_media_type');
      expect(answer.headers.get('accept')).toBe('application/json');
    }
    for (const nothing of [[], ['Content-Length: 0'], [AS_JSON, 'Content-Length: 0']])
      expectBareProblem(await sendRaw(head(token, '/meals', ...nothing)), 400);
    expectBareProblem(await sendRaw(head(token, '/meals', 'Content-Length: 2'), '{}'), 415);
    const packed = { 'content-encoding': 'gzip' };
    const answer = await call('POST', '/meals', { token, body, headers: packed });
    expectProblem(answer, 415, 'unsupported_media_type');
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    expect((await call('POST', '/connect', { body, headers: { 'content-type': 'text/plain' } })).status).toBe(
      400,
    );
  });
});

proves(['C1.media', 'C1.code_points'], 'a body of exactly 512 KiB is accepted', async () => {
  const token = await newToken();
  const body = JSON.stringify(meal).padEnd(512 * 1024);
  expect((await call('POST', '/meals', { token, body })).status).toBe(201);
  expectProblem(await call('POST', '/meals', { token, body: `${body} ` }), 413, 'payload_too_large');
});

proves(['C1.media'], 'parameters of the media type application/json are accepted', async () => {
  const { token } = await newConnection();
  const body = JSON.stringify({ steps: 8000 });
  for (const type of ['application/json;charset=utf8', 'Application/JSON; profile="https://example.org/a"']) {
    const headers = { 'content-type': type };
    const answer = await call('PUT', '/days/2026-10-04/activity', { token, body, headers });
    expect([type, answer.status]).toEqual([type, 200]);
  }
});
