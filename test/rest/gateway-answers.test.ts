import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { scrapeAt, sumOf } from '../operation/scrape.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { expectProblem } from './answers.ts';
import { beginMeal, hostLine, sendRaw } from './gateway-raw.ts';

/** Longer than the gateway waits for a service that is silent. */
const LONG_PAUSE_MS = 12_000;
/** More than all that lies between the service and a caller can hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
const LONG_HEADER = 'x'.repeat(60 * 1024);

/** How many requests the service got, and how many of them were broken off before their answer was complete. */
const seen = { requests: 0, brokenOff: 0 };

/** What a service does, by the last part of the path that is called. */
const ANSWERS: Record<string, RequestListener> = {
  plain: (_request, response) => response.setHeader('content-length', 2).end('{}'),
  empty: (_request, response) => response.writeHead(204).end(),
  'long-header': (_request, response) => response.setHeader('x-long', LONG_HEADER).end('{}'),
  interim: (_request, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    setTimeout(() => response.end('{}'), 50);
  },
  garbage: ({ socket }) => socket.end('this is no answer\r\n\r\n'),
  never: () => {},
  half: (_request, response) => response.setHeader('content-length', 10).write('half'),
  broken: ({ socket }, response) =>
    response.setHeader('content-length', 10).write('half', () => socket.destroy()),
  drops: async (_request, response) => {
    for (let count = 0; count < 4; count += 1) {
      response.write('drop');
      await sleep(LONG_PAUSE_MS / 3);
    }
    response.end();
  },
  large: (_request, response) => response.end(LARGE),
  'large-half': (_request, response) => response.write(LARGE),
  meals: (_request, response) => response.writeHead(413).end('{}'),
};
const service = createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  seen.requests += 1;
  response.once('close', () => {
    if (!response.writableFinished) seen.brokenOff += 1;
  });
  ANSWERS[request.url?.split('/').at(-1) ?? '']?.(request, response);
});

let gateway: Replica;
beforeAll(async () => {
  const DIARY_SERVICE_URL = `http://127.0.0.1:${await listen(service)}`;
  gateway = await startReplica(site, 'gateway', { DIARY_SERVICE_URL });
});
afterAll(async () => {
  await gateway?.end();
  service.close();
  service.closeAllConnections();
});

/** Each by another account, because few reads of one are forwarded at a time. */
const read = async (what: string, method = 'GET') =>
  call(method, `/days/${what}`, { token: await newToken(), set: gateway.set });

/** The answer, of which nothing is read yet. */
const begin = async (what: string): Promise<IncomingMessage> => {
  const headers = { authorization: `Bearer ${await newToken()}` };
  const [answer] = await once(
    get(`${gateway.set.base}/days/${what}`, { headers, maxHeaderSize: 2 * LONG_HEADER.length }),
    'response',
  );
  return answer;
};

const failures = async (reason: string) =>
  sumOf(await scrapeAt(gateway.metricsUrl), 'upstream_failures_total', { upstream: 'diary', reason });

/** Expects that an answer breaks off, and that the gateway counts a failure of this kind. */
const expectCutOff = async (answer: Promise<unknown>, reason: string): Promise<void> => {
  const before = await failures(reason);
  await expect(answer).rejects.toThrow();
  await eventually(async () => (await failures(reason)) > before, 'the failure to be counted');
};

describe('an answer', () => {
  proves(['S4.operations'], 'is passed on, whatever its status, method and length', async () => {
    expect(await read('plain')).toMatchObject({ status: 200, text: '{}' });
    const head = await read('plain', 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '2', '']);
    expect(await read('empty')).toMatchObject({ status: 204, text: '' });
    const large = await read('large');
    expect([large.status, large.text.length]).toEqual([200, LARGE.length]);
  });

  proves(['H24'], 'may have headers of 60 KiB', async () => {
    const answer = await begin('long-header');
    expect([answer.statusCode, answer.headers['x-long']]).toEqual([200, LONG_HEADER]);
    answer.resume();
  });

  proves(['S4.operations'], 'is only that which ends the call, no interim one', async () => {
    const lines = [hostLine(gateway.set), `Authorization: Bearer ${await newToken()}`];
    const answer = await sendRaw(['GET /api/v1/days/interim HTTP/1.1', ...lines], '', gateway.set);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('{}')]);
  });

  proves(['C7.service_away'], 'that is none is a 503', async () => {
    expectProblem(await read('garbage'), 503, 'unavailable');
  });

  proves(['C7.service_away'], 'that breaks off breaks off for the caller', async () => {
    await expectCutOff(begin('broken').then(buffer), 'broken_off');
  });

  proves(['C9.slow_clients'], 'to a body that is still coming leaves its connection usable', async () => {
    const socket = beginMeal(gateway.set, await newToken(), 'x'.repeat(400_000), 10);
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    await eventually(() => received.startsWith('HTTP/1.1 413 '), 'the answer');
    socket.write('x'.repeat(399_990));
    socket.write(`GET /api/v1/meta HTTP/1.1\r\n${hostLine(gateway.set)}\r\n\r\n`);
    await eventually(() => received.includes('HTTP/1.1 200 '), 'the next answer');
    socket.destroy();
  });

  proves(['C9.slow_clients'], 'is not waited for by a service whose caller has left', async () => {
    const { brokenOff, requests } = seen;
    const headers = { authorization: `Bearer ${await newToken()}` };
    const request = get(`${gateway.set.base}/days/never`, { headers });
    request.on('error', () => {});
    await eventually(() => seen.requests > requests, 'the call to reach the service');
    request.destroy();
    await eventually(() => seen.brokenOff > brokenOff, 'the call to end', 5000);
  });
});

describe('a service', () => {
  const slow: Record<string, () => Promise<void>> = {
    'that is silent is a 504': async () => expectProblem(await read('never'), 504, 'timeout'),
    'that falls silent in the middle of an answer is cut off': () =>
      expectCutOff(begin('half').then(buffer), 'timeout'),
    'may answer for longer, bit by bit': async () => {
      expect((await buffer(await begin('drops'))).toString()).toBe('dropdropdropdrop');
    },
    'waits for a caller that pauses': async () => {
      const answer = await begin('large');
      await sleep(2 * LONG_PAUSE_MS);
      expect((await buffer(answer)).equals(LARGE)).toBe(true);
    },
    'that falls silent after its caller has paused is cut off': async () => {
      const answer = await begin('large-half');
      await sleep(LONG_PAUSE_MS);
      await expect(buffer(answer)).rejects.toThrow();
    },
  };
  // One after another they would take a minute.
  let outcomes: Promise<Record<string, unknown>>;
  beforeAll(() => {
    outcomes = Promise.all(
      Object.entries(slow).map(async ([what, run]) => [
        what,
        await run().then(
          () => undefined,
          (error) => error,
        ),
      ]),
    ).then(Object.fromEntries);
  });
  for (const what of Object.keys(slow))
    proves(['C7.service_frozen', 'C9.slow_clients'], what, async () => {
      const { [what]: error } = await outcomes;
      if (error) throw error;
    });
});
