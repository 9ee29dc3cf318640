import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { withTimeout } from 'shared/process/with-timeout.ts';
import { callTool, refusalIn } from '../mcp/mcp-client.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';
import { startReplica } from '../support/start-replica.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

/** Where no connection is ever answered, nor refused: as behind a cut cable. */
let silentUrl: string;
let listener: ChildProcess;
let sockets: Socket[];

beforeAll(async () => {
  const port = await freePort(10_000);
  const listen = `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () => process.send(0))`;
  listener = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await once(listener, 'message');
  listener.kill('SIGSTOP');
  // Once its queue is full, the kernel drops every further connection attempt.
  sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await sleep(500);
  silentUrl = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await endProcess(listener);
});

proves(['C7.service_away'], 'an auth service out of reach is a 503', async () => {
  const { token } = await newConnection();
  const gateway = await startReplica(site, 'gateway', { AUTH_SERVICE_URL: silentUrl });
  // Less than the 10 s that undici gives to a connection.
  const answer = await withTimeout(call('GET', '/me', { token, set: gateway.set }), 8000);
  expectProblem(answer, 503, 'unavailable');
  await gateway.end();
});

proves(['C7.service_away'], 'a service out of reach is a 503, for a read and for a write', async () => {
  const { token } = await newConnection();
  const gateway = await startReplica(site, 'gateway', { DIARY_SERVICE_URL: silentUrl });
  for (const [method, path, body] of [
    ['GET', '/me'],
    ['POST', '/meals', meal],
  ] as const)
    expectProblem(
      await withTimeout(call(method, path, { token, body, set: gateway.set }), 5000),
      503,
      'unavailable',
    );
  await gateway.end();
});

proves(['C6.away'], 'a service out of reach is a refusal of the tool call', async () => {
  const { token } = await newConnection();
  const mcp = await startReplica(site, 'mcp', { DIARY_SERVICE_URL: silentUrl });
  const gateway = await startReplica(site, 'gateway', { MCP_SERVICE_URL: mcp.set.url });
  const answer = await callTool('get_day', {}, { token, set: gateway.set });
  expect(refusalIn(answer)).toMatchObject({ status: 503, code: 'unavailable' });
  for (const replica of [gateway, mcp]) await replica.end();
});
