import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { signIn } from '../person/steps.ts';
import { call, newConnection } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

/** The requests to a service that reports ready, but hangs up on every request. */
let received: IncomingMessage[] = [];
const service = createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  received.push(request);
  request.socket.destroy();
});

let gateway: Replica;
beforeAll(async () => {
  const DIARY_SERVICE_URL = `http://127.0.0.1:${await listen(service)}`;
  gateway = await startReplica(site, 'gateway', { DIARY_SERVICE_URL });
});
afterAll(async () => {
  await gateway?.end();
  service.close();
});

const callThrough = async (method: string, path: string, body?: unknown, headers = {}) => {
  const { token } = await newConnection();
  received = [];
  return call(method, path, { set: gateway.set, token, body, headers });
};

describe('a service', () => {
  proves(['C7.service_away'], 'whose connection breaks gets reads again, never writes', async () => {
    const cases: [method: string, path: string, times: number, body?: unknown][] = [
      ['GET', '/me', 2],
      ['HEAD', '/me', 2],
      ['DELETE', '/meals/meal_1', 1],
      ['PUT', '/days/2026-10-04/activity', 1, { steps: 1 }],
      ['POST', '/meals', 1, meal],
    ];
    for (const [method, path, times, body] of cases) {
      const answer = await callThrough(method, path, body);
      if (method === 'HEAD') expect(answer.status).toBe(503);
      else expectProblem(answer, 503, 'unavailable');
      expect([method, received.length]).toEqual([method, times]);
    }
  });

  proves(['H24'], 'gets no credential of the caller, and no forged proxy header', async () => {
    const spoofed = {
      cookie: 'session=secret',
      forwarded: 'for=203.0.113.7',
      'internal-network': 'spoofed',
      'internal-principal': 'spoofed',
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': 'spoofed',
    };
    await callThrough('GET', '/me', undefined, spoofed);
    const { headers } = received[0] ?? {};
    expect(Object.keys(headers ?? {}).sort()).toEqual([
      'accept',
      'accept-language',
      'connection',
      'host',
      'internal-network',
      'internal-principal',
      'user-agent',
      'x-request-id',
    ]);
    expect(JSON.stringify(headers)).not.toMatch(/spoofed|secret|203\.0\.113/);
  });

  proves(['H24'], 'gets no cookie of a person whose page it answers', async () => {
    const { cookie } = await signIn();
    received = [];
    await fetch(`${gateway.set.url}/account/profiles`, { headers: { cookie } });
    const [{ headers } = {}] = received;
    expect(headers).toMatchObject({ 'internal-principal': expect.any(String) });
    expect(headers).not.toHaveProperty('cookie');
  });
});
