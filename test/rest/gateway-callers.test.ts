import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { REDIRECT_URI, register } from '../oauth/steps.ts';
import { scrapeAt, sumOf } from '../operation/scrape.ts';
import { type CallOptions, call as callSite, meStatus, newConnection, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { type SetAddresses, site } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';
import { beginMeal, hostLine, openRaw, readAll, sendRaw } from './gateway-raw.ts';
import { meal } from './samples.ts';

const APP = 'https://app.example.org';

/** A gateway for these tests, so that failures counted are theirs; it trusts one proxy. */
let gateway: Replica;
let set: SetAddresses;

beforeAll(async () => {
  gateway = await startReplica(site, 'gateway', {
    TRUST_PROXY_HOPS: '1',
    ALLOWED_ORIGINS: `${APP}, https://other.example.org`,
  });
  set = gateway.set;
});
afterAll(() => gateway?.end());

const call = (method: string, path: string, options: CallOptions = {}) =>
  callSite(method, path, { ...options, set });

describe('callers', () => {
  proves(['C9.slow_clients'], 'that disconnect in the middle of a body leave nothing done', async () => {
    const { token, account } = await newConnection();
    const body = JSON.stringify(meal);
    for (let count = 0; count < 5; count += 1) {
      const socket = beginMeal(set, token, body, body.length - 5);
      await once(socket, 'connect');
      await call('GET', '/me', { token });
      socket.destroy();
    }
    expect((await call('GET', '/meals', { token })).body.meals).toEqual([]);
    const unanswered = { account_id: account.id, operation: logMeal.id, status: 499 };
    await eventually(
      () => onDatabase(async (db) => (await db.collection('call_log').countDocuments(unanswered)) === 5),
      'the calls to be in the log',
    );
  });

  /** The failures of its services that the gateway has counted. */
  const failures = async () => sumOf(await scrapeAt(gateway.metricsUrl), 'upstream_failures_total');

  proves(['C9.slow_clients'], 'that disconnect from pipelined requests cause no failures', async () => {
    const before = await failures();
    for (let count = 0; count < 20; count += 1) {
      const socket = openRaw(set);
      await once(socket, 'connect');
      socket.write(`GET / HTTP/1.1\r\n${hostLine(set)}\r\n\r\n`);
      socket.write(`POST /signin HTTP/1.1\r\n${hostLine(set)}\r\nContent-Length: 100\r\n\r\nemail=`);
      await sleep(count % 8);
      socket.resetAndDestroy();
    }
    // Answered by auth, after all the requests before.
    expect((await fetch(set.url)).status).toBe(200);
    expect(await failures()).toBe(before);
  });

  proves(['C9.slow_clients'], 'that pipeline thousands of requests are cut off', async () => {
    const sentAhead = 5000;
    const socket = openRaw(set);
    const received = readAll(socket);
    socket.write(`GET / HTTP/1.1\r\n${hostLine(set)}\r\n\r\n`.repeat(sentAhead));
    expect((await received).split('HTTP/1.1 200').length).toBeLessThan(sentAhead);
    expect((await call('GET', '/meta')).status).toBe(200);
  });

  proves(['H24', 'C7.service_away'], 'with the largest headers take no service down', async () => {
    const before = await failures();
    const { token } = await newConnection();
    const statuses = new Set<number>();
    for (let length = 15_000; length <= 16_400; length += 100) {
      const agent = `User-Agent: ${'x'.repeat(length)}`;
      const read = await sendRaw(
        ['GET /api/v1/me HTTP/1.1', hostLine(set), `Authorization: Bearer ${token}`, agent],
        '',
        set,
      );
      statuses.add(read.status);
      if (read.status === 431) expect(read.body).toMatchObject({ code: 'payload_too_large' });
    }
    expect(statuses).toEqual(new Set([200, 431]));
    const { body: client } = await register({ redirect_uris: [REDIRECT_URI] }, { set });
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      state: "'".repeat(14_000),
    });
    const target = `/oauth/authorize?${String(query).replaceAll('%27', "'")}`;
    const refused = await sendRaw([`GET ${target} HTTP/1.1`, hostLine(set)], '', set);
    expect([refused.status, refused.headers.location]).toEqual([303, expect.stringContaining('error=')]);
    expect(await failures()).toBe(before);
  });

  proves(['C9.slow_clients'], 'that send slowly, a thousand of them, delay nobody else', async () => {
    const { token } = await newConnection();
    expect(await meStatus(token, set)).toBe(200);
    const sockets = Array.from({ length: 1000 }, () => openRaw(set));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write(`POST /api/v1/connect HTTP/1.1\r\n${hostLine(set)}\r\nContent-Length: 100\r\n\r\n{`);
    }
    const inFlight = async () => sumOf(await scrapeAt(gateway.metricsUrl), 'http_requests_in_flight');
    // A busy machine may refuse some.
    const ended = () => sockets.filter(({ bytesRead, closed }) => bytesRead > 0 || closed).length;
    await eventually(async () => (await inFlight()) + ended() >= 1000, 'all to have begun');
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/me', { token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const socket of sockets) socket.destroy();
    expect(await meStatus(token, set)).toBe(200);
  });

  const networkShown = async (forwardedFor: string): Promise<string | undefined> => {
    const email = newEmail();
    const body = { email, client_name: 'Test assistant' };
    await call('POST', '/connect', { body, headers: { 'x-forwarded-for': forwardedFor } });
    const page = await (await fetch(linkIn(await mailTo(email)))).text();
    return /[0-9a-f.:]+\/(?:24|64)/.exec(page)?.[0];
  };

  proves(['C9.hops', 'H3'], 'are identified by the address that the last trusted proxy saw', async () => {
    expect(await networkShown('203.0.113.77')).toBe('203.0.113.0/24');
    expect(await networkShown('198.51.100.1, 203.0.113.77')).toBe('203.0.113.0/24');
    expect(await networkShown('203.0.113.77, 2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(await networkShown('2001:db8::5')).toBe('2001:db8::/64');
    expect(await networkShown('::ffff:198.51.100.7')).toBe('198.51.100.0/24');
    expect(await networkShown('203.0.113.77:4711')).toBe('203.0.113.0/24');
    expect(await networkShown('[2001:db8::5]:4711')).toBe('2001:db8::/64');
  });

  proves(['C9.origins'], 'may call from pages of ALLOWED_ORIGINS, and of no others', async () => {
    const allows = async (origin: string) =>
      (await call('GET', '/meta', { headers: { origin } })).headers.get('access-control-allow-origin');
    expect([
      await allows(APP),
      await allows('https://other.example.org'),
      await allows('https://stranger.example.org'),
    ]).toEqual([APP, 'https://other.example.org', null]);
  });
});
