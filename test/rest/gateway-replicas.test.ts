import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { freePort } from 'shared/embedded/ports.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { type Answer, type CallOptions, call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { readParts, type ServiceSet, startSet } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';
import { startService } from '../support/start-service.ts';
import { meal } from './samples.ts';

const SECRET_KEY = 'a key that only this test signs and seals with';

type Part = { process: ChildProcess; port: number; requests: () => number };

let set: ServiceSet;
let env: Record<string, string>;
let first: Part;
let second: Part;
let gateway: Part;

/** Runs one service beside the set; its log tells how many requests it answered. */
const startPart = async (service: string, port: number, more: Record<string, string> = {}): Promise<Part> => {
  const settings = { ...env, ...more, LOG_LEVEL: 'debug' };
  const child = await startService(service, port, settings, ['ignore', 'pipe', 'inherit']);
  let log = '';
  child.stdout?.on('data', (chunk) => (log += chunk));
  return { process: child, port, requests: () => log.split('"msg":"request"').length - 1 };
};

beforeAll(async () => {
  set = await startSet({ env: { SECRET_KEY } });
  const parts = await readParts(set.dataDir);
  const local = (part: string) => `127.0.0.1:${parts[part]?.port}`;
  env = {
    SECRET_KEY,
    SITE_URL: set.url,
    MONGODB_URL: await databaseOfRunningSet(set.dataDir),
    REDIS_URL: `redis://${local('redis')}`,
    AUTH_SERVICE_URL: `http://${local('auth')}`,
    REPORTS_SERVICE_URL: `http://${local('reports')}`,
    MCP_SERVICE_URL: `http://${local('mcp')}`,
  };
  first = await startPart('diary', await freePort());
  second = await startPart('diary', await freePort());
  gateway = await startPart('gateway', await freePort(), {
    DIARY_SERVICE_URL: `http://127.0.0.1:${first.port}, http://127.0.0.1:${second.port}`,
  });
}, 600_000);

afterAll(async () => {
  for (const part of [gateway, first, second]) if (part) await endProcess(part.process);
  await set?.stop();
}, 60_000);

const viaGateway = (method: string, path: string, options: CallOptions) =>
  call(method, path, { ...options, set: { ...set, base: `http://127.0.0.1:${gateway.port}/api/v1` } });
const read = (token: string) => viaGateway('GET', '/me', { token });
const write = (token: string) => viaGateway('POST', '/meals', { token, body: meal });
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

/** Waits until both replicas answer requests. */
const untilBothAnswer = async (): Promise<void> => {
  const { token } = await newConnection({ set });
  const before = [first.requests(), second.requests()];
  await eventually(async () => {
    await read(token);
    await sleep(100);
    return first.requests() > (before[0] ?? 0) && second.requests() > (before[1] ?? 0);
  }, 'both replicas to have their share');
};

describe('two replicas of a service', () => {
  proves(['C9.replicas'], 'share the requests', async () => {
    await untilBothAnswer();
    const { token } = await newConnection({ set });
    const before = [first.requests(), second.requests()];
    for (let count = 0; count < 20; count += 1) expect((await read(token)).status).toBe(200);
    await eventually(
      () => first.requests() - (before[0] ?? 0) > 5 && second.requests() - (before[1] ?? 0) > 5,
      'some requests at each',
    );
  });

  proves(['C9.replicas'], 'go on as one when the other dies, and as two when it is back', async () => {
    const { token } = await newConnection({ set });
    expect(statuses(await Promise.all(Array.from({ length: 10 }, () => read(token))))).toEqual([200]);
    await endProcess(second.process, 'SIGKILL');
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => read(token))))).toEqual([200]);
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => write(token))))).toEqual([201]);
    second = await startPart('diary', second.port);
    await untilBothAnswer();
  });

  proves(['C9.replicas'], 'are replaced one by one without one failed call', async () => {
    await untilBothAnswer();
    let going = true;
    const answers: Answer[] = [];
    const load = async () => {
      const { token } = await newConnection({ set });
      // Below its limit of writes for as long as the replacement takes.
      while (going) {
        answers.push(await write(token));
        await sleep(250);
      }
    };
    const loads = Promise.all(Array.from({ length: 4 }, load));
    await endProcess(first.process, 'SIGTERM');
    first = await startPart('diary', first.port);
    going = false;
    await loads;
    expect(answers.length).toBeGreaterThan(10);
    expect(statuses(answers)).toEqual([201]);
  });
});
