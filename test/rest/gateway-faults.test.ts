import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { withTimeout } from 'shared/process/with-timeout.ts';
import { scrape, sumOf } from '../operation/scrape.ts';
import {
  type Answer,
  type CallOptions,
  call as callSite,
  newConnection as connectTo,
  meStatus,
  newEmail,
} from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { expectProblem } from './answers.ts';
import { beginMeal, hostLine, openRaw } from './gateway-raw.ts';
import { meal } from './samples.ts';

let set: ServiceSet;

beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  callSite(method, path, { ...options, set });
const newConnection = () => connectTo({ set });
const isWhole = async () => (await fetch(`${set.url}/health`).catch(() => undefined))?.ok ?? false;
const services = async () => ((await (await fetch(`${set.url}/health`)).json()) as Answer['body']).services;

const expectUnavailable = (answer: Answer): void => {
  expectProblem(answer, 503, 'unavailable');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('a service', () => {
  proves(['C7.service_away', 'H19'], 'that was killed is a 503 until it is back', async () => {
    const { token } = await newConnection();
    const record = () => call('POST', '/meals', { token, body: meal });
    expect((await record()).status).toBe(201);
    await set.kill('diary', 'SIGKILL');
    expectUnavailable(await record());
    await eventually(async () => {
      const answer = await record();
      if (answer.status === 201) return true;
      expectUnavailable(answer);
      await sleep(1000 * Number(answer.headers.get('retry-after')));
      return false;
    }, 'diary to be back');
    await eventually(async () => (await services()).diary === 'up', 'diary to be up');
  });

  proves(
    ['C7.service_away', 'C9.slow_clients'],
    'that is killed half-way through a body is a 503, after which the caller goes on with its connection',
    async () => {
      const { token } = await newConnection();
      const { gateway } = await set.parts();
      // More than streams hold: what is left unread would keep the next request waiting.
      const body = 'x'.repeat(LIMITS.bodyBytes);
      const socket = beginMeal(set, token, body, 10);
      let received = '';
      socket.on('data', (chunk) => (received += chunk));
      const inFlight = async () => sumOf(await scrape('diary', set), 'http_requests_in_flight');
      await eventually(async () => (await inFlight()) > 0, 'the body to reach diary');
      await set.kill('diary', 'SIGKILL');
      await eventually(() => received.startsWith('HTTP/1.1 503 '), 'an answer');
      socket.write(`${body.slice(10)}GET /api/v1/meta HTTP/1.1\r\n${hostLine(set)}\r\n\r\n`);
      await eventually(() => received.includes('HTTP/1.1 200 '), 'the next answer');
      socket.destroy();
      expect((await set.parts()).gateway?.pid).toBe(gateway?.pid);
      await eventually(isWhole, 'diary to be back');
    },
  );

  proves(['C7.service_frozen', 'H19'], 'that is frozen is a 504, and delays no other service', async () => {
    const { token } = await newConnection();
    await call('GET', '/me', { token });
    await set.whileFrozen('diary', async () => {
      const frozen = call('GET', '/me', { token });
      expect((await call('GET', '/tokens', { token })).status).toBe(200);
      await eventually(async () => {
        const { auth, diary } = await services();
        return auth === 'up' && diary === 'down';
      }, 'diary alone to be down');
      // Twice the timeout: the machine may be busy.
      expectProblem(await withTimeout(frozen, 20_000), 504, 'timeout');
    });
    await eventually(async () => (await meStatus(token, set)) === 200, 'diary to go on');
  });

  proves(['C7.service_away'], 'that validates tokens is missed only for tokens not seen before', async () => {
    const [known, unknown] = [await newConnection(), await newConnection()];
    const isKnown = async () => (await meStatus(known.token, set)) === 200;
    const countedAlone = async () =>
      sumOf(await scrape('gateway', set), 'limit_decisions_total', { counted_by: 'process' });
    // A Redis that answers late counts as down, and then auth is asked about every token.
    await eventually(async () => {
      const before = await countedAlone();
      await eventually(isKnown, 'auth to answer');
      const stayedKnown = await set.whileFrozen('auth', async () => {
        expectUnavailable(await withTimeout(call('GET', '/me', { token: unknown.token }), 8000));
        return isKnown();
      });
      if (!stayedKnown) expect(await countedAlone()).toBeGreaterThan(before);
      return stayedKnown;
    }, 'Redis to answer in time');
    await eventually(async () => (await meStatus(unknown.token, set)) === 200, 'auth to go on');
  });

  proves(
    ['H15'],
    'that handles connection requests: one answered with 504 can never be approved, as nobody could fetch its token',
    async () => {
      const email = newEmail();
      const body = { email, client_name: 'Test assistant' };
      await set.whileFrozen('auth', async () => {
        expectProblem(await call('POST', '/connect', { body }), 504, 'timeout');
      });
      await eventually(() => newConnection().catch(() => undefined), 'auth to go on');
      const pendingRequests = await onDatabase(
        (db) => db.collection('connection_requests').countDocuments({ email, status: 'pending' }),
        set,
      );
      expect(pendingRequests).toBe(0);
    },
  );

  /** The write that each of these answers itself; the services answer it through the gateway. */
  const WRITES = {
    diary: ['/api/v1/meals', meal],
    gateway: ['/api/v1/meals', meal],
    auth: ['/oauth/register', { redirect_uris: ['https://client.example/callback'] }],
  } as const;

  /** Sends half of a write, and gives a function that sends the rest, for its status. */
  const beginWrite = (part: keyof typeof WRITES, token: string) => {
    const [path, content] = WRITES[part];
    const body = JSON.stringify(content);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sending = request(`${set.url}${path}`, { method: 'POST', headers });
    const answered = once(sending, 'response');
    sending.write(body.slice(0, 10));
    return async (): Promise<number | undefined> => {
      sending.end(body.slice(10));
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
  };

  /** Whether new calls are refused: by a service that says so to the gateway, or by a gateway that no longer listens. */
  const refusesCalls = async (part: keyof typeof WRITES): Promise<boolean> =>
    part === 'gateway'
      ? fetch(`${set.url}/health`).then(
          () => false,
          (error) => isRefused(error),
        )
      : (await services())[part] === 'down';

  const isRefused = (error: Error): boolean =>
    (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

  for (const part of ['diary', 'auth', 'gateway'] as const)
    proves(
      ['C7.service_away'],
      `loses no acknowledged write and cuts nothing off when ${part} is stopped under load`,
      async () => {
        const pidOf = async () => (await set.parts())[part]?.pid;
        const stoppedPid = await pidOf();
        const isBack = async () => {
          const pid = await pidOf();
          return pid !== undefined && pid !== stoppedPid && (await isWhole());
        };
        const { token } = await newConnection();
        const finishWrite = beginWrite(part, token);
        const inFlight = async () => sumOf(await scrape(part, set), 'http_requests_in_flight');
        await eventually(async () => (await inFlight()) > 0, `the write to reach ${part}`);
        const stopping = Promise.withResolvers<void>();
        // Each stays below its write limit until the part is back.
        const load = async (): Promise<void> => {
          const { token } = await newConnection();
          const acknowledged: string[] = [];
          for (let count = 0; count < 55; count += 1) {
            const answer = await call('POST', '/meals', { token, body: meal }).catch((error) => {
              // The gateway itself may be down for a moment. What comes in as it stops listening may be reset unread.
              if (part !== 'gateway') throw error;
            });
            if (answer?.status === 201) acknowledged.push(answer.body.id);
            else if (answer) expectUnavailable(answer);
            if (count === 3) stopping.resolve();
            await sleep(60);
          }
          await eventually(isBack, `${part} to be back`);
          const { meals } = (await call('GET', '/meals', { token })).body;
          expect(acknowledged.length).toBeGreaterThan(3);
          // What was answered with 503, or not at all, had not begun.
          expect(meals.map(({ id }: { id: string }) => id).toSorted()).toEqual(acknowledged.toSorted());
        };
        const stop = async (): Promise<void> => {
          await stopping.promise;
          await set.kill(part, 'SIGTERM');
          await eventually(() => refusesCalls(part), `${part} to refuse calls`);
          expect(await finishWrite()).toBe(201);
        };
        await Promise.all([stop(), load(), load(), load()]);
      },
    );
});

describe('callers', () => {
  proves(['C9.slow_clients'], 'that disconnect before the answer are not waited for', async () => {
    const { token } = await newConnection();
    const { gateway } = await set.parts();
    const connections = async () => (await readdir(`/proc/${gateway?.pid}/fd`)).length;
    const rawRequest = `GET /api/v1/me HTTP/1.1\r\n${hostLine(set)}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    await set.whileFrozen('diary', async () => {
      const before = await connections();
      const sockets = Array.from({ length: 50 }, () => openRaw(set));
      for (const socket of sockets) socket.write(rawRequest);
      const inFlight = async () => sumOf(await scrape('gateway', set), 'http_requests_in_flight');
      await eventually(async () => (await inFlight()) >= 50, 'all to be sent on');
      for (const socket of sockets) socket.destroy();
      // Before the timeout for diary.
      await eventually(async () => (await connections()) <= before + 5, 'the connections to go', 7000);
    });
  });
});
