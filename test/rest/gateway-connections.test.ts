import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { whoami } from 'shared/contract/operations/account.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectSuccess } from './answers.ts';
import { expectBareProblem, hostLine, openRaw, parseAnswer, readAll, sendRaw } from './gateway-raw.ts';

describe('a connection', () => {
  proves(['H24'], 'serves requests one after another, and closes when the caller asks for it', async () => {
    const { token } = await newConnection();
    const socket = openRaw();
    const received = readAll(socket);
    const me = `GET /api/v1/me HTTP/1.1\r\n${hostLine()}\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(`${me}\r\n${me}Connection: close\r\n\r\n`);
    const answers = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([200, 200]);
    expect(answers.map((answer) => parseAnswer(answer).headers.connection)).toEqual(['keep-alive', 'close']);
  });

  proves(['H24'], 'that will be closed is not announced as keep-alive, even after a body', async () => {
    const body = JSON.stringify({ email: 'none', client_name: 'Test assistant' });
    const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, hostLine()];
    for (const version of ['1.0', '1.1']) {
      const answer = await sendRaw([`POST /api/v1/connect HTTP/${version}`, ...lines], body);
      expect([answer.status, answer.headers.connection, answer.headers['keep-alive']]).toEqual([
        400,
        undefined,
        undefined,
      ]);
    }
  });

  /** What Java's HttpClient asks for with every request over plain http. */
  const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAEAAEAA'];

  proves(['H24'], 'ends, rather than keep waiting whoever was refused before the end of a body', async () => {
    const size = 20 * 1024 * 1024;
    const socket = openRaw();
    const received = readAll(socket);
    const lines = ['POST /api/v1/meals HTTP/1.1', hostLine(), `Content-Length: ${size}`, ...upgrade, '', ''];
    socket.write(lines.join('\r\n'));
    await once(socket, 'data');
    const next = ['GET /api/v1/meta HTTP/1.1', hostLine(), ...upgrade, '', ''].join('\r\n');
    socket.write(Buffer.concat([Buffer.alloc(size), Buffer.from(next)]));
    const patience = sleep(20_000, 'still open', { ref: false });
    expect(await Promise.race([received, patience])).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  proves(['H24'], 'is kept where the whole body of what was refused had come', async () => {
    const socket = openRaw();
    const received = readAll(socket);
    socket.write(
      ['POST /api/v1/meals HTTP/1.1', hostLine(), 'Content-Length: 2', ...upgrade, '', '{}'].join('\r\n'),
    );
    await once(socket, 'data');
    await sleep(200);
    socket.write(['GET /api/v1/meta HTTP/1.1', hostLine(), 'Connection: close', '', ''].join('\r\n'));
    const answers = (await received).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([401, 200]);
  });

  proves(['H19', 'H24'], 'answers an invalid request after the answers to the valid ones', async () => {
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
