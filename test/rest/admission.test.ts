import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { callLogEntry } from 'shared/queues/call-log.ts';
import { onRedis } from '../person/traces.ts';
import { type Answer, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { inWaves } from '../support/in-waves.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

const read = (token: string) => call('GET', '/me', { token });
/** Counts as a write, but changes nothing. */
const write = (token: string) => call('DELETE', '/meals/meal_unknown', { token });
const times = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));
const statuses = (answers: Answer[]) => {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
};

/** `"requests";r=119;t=60, …` as numbers by policy name. */
const rateLimit = (answer: Answer): Record<string, { r: number; t: number }> =>
  Object.fromEntries(
    [...(answer.headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(
      ([, name, r, t]) => [name, { r: Number(r), t: Number(t) }],
    ),
  );

const expectLimited = (answer: Answer, policy: 'requests' | 'writes'): void => {
  expectProblem(answer, 429, 'rate_limited');
  const { r, t } = rateLimit(answer)[policy] ?? { r: -1, t: -1 };
  expect(r).toBe(0);
  expect(answer.headers.get('retry-after')).toBe(String(t));
  expect(t).toBeGreaterThan(0);
  expect(t).toBeLessThanOrEqual(60);
};

describe('the limits of a connection', () => {
  proves(
    ['H21', 'S8.limits', 'C7.rate_headers', 'C7.retry_after'],
    'allow 120 requests, however many come at once',
    async () => {
      const { token } = await newConnection();
      const answers = await inWaves(150, 30, () => read(token));
      expect(statuses(answers)).toEqual({
        200: LIMITS.requestsPerMinute,
        429: 150 - LIMITS.requestsPerMinute,
      });
      const left = answers
        .filter(({ status }) => status === 200)
        .map((answer) => rateLimit(answer).requests?.r);
      expect(left.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 120 }, (_, index) => index),
      );
      for (const answer of answers.filter(({ status }) => status === 429)) expectLimited(answer, 'requests');
      expectLimited(await write(token), 'requests');
    },
  );

  proves(['H21', 'S8.limits'], 'are free again after a minute, even where a clock was set back', async () => {
    const { token } = await newConnection();
    const { id } = (await call('GET', '/me', { token })).body.token;
    const left = await onRedis(site, async (redis) => {
      const [key = ''] = await redis.keys(`limit:requests:*:${id}`);
      expect(await redis.expire(key, 3600)).toBe(1);
      await call('GET', '/me', { token });
      return redis.ttl(key);
    });
    expect(left).toBeLessThanOrEqual(60);
  });

  proves(['H21', 'S8.limits', 'C7.rate_headers'], 'allow 60 writes, and reads after them', async () => {
    const { token } = await newConnection();
    const answers = await inWaves(70, 20, () => write(token));
    expect(statuses(answers)).toEqual({ 404: LIMITS.writesPerMinute, 429: 70 - LIMITS.writesPerMinute });
    for (const answer of answers.filter(({ status }) => status === 429)) expectLimited(answer, 'writes');
    const reading = await read(token);
    expect([reading.status, rateLimit(reading).requests?.r]).toEqual([200, 120 - 71]);
    expect(reading.headers.get('ratelimit-policy')).toBe('"requests";q=120;w=60, "writes";q=60;w=60');
  });

  proves(['C7.per_connection'], 'are per connection, not per account', async () => {
    const first = await newConnection();
    const second = await newConnection({ email: first.email });
    expect(second.account.id).toBe(first.account.id);
    await times(121, () => read(first.token));
    expect((await read(first.token)).status).toBe(429);
    const other = await read(second.token);
    expect([other.status, rateLimit(other).requests?.r]).toEqual([200, 119]);
  });

  proves(
    ['C7.window', 'H21'],
    'are reset a minute after the first call, whatever was refused meanwhile',
    async () => {
      const { token } = await newConnection();
      const startedAt = Date.now();
      await times(125, () => read(token));
      const answer = await eventually(
        async () => {
          const next = await read(token);
          return next.status === 200 && next;
        },
        'the next window',
        62_000,
      );
      expect(Date.now() - startedAt).toBeGreaterThan(59_000);
      expect(rateLimit(answer).requests).toEqual({ r: 119, t: 60 });
    },
  );

  proves(['C7.rate_headers'], 'count a call refused for its scope', async () => {
    const { token } = await newConnection({ scopes: ['records:read'] });
    expect(rateLimit(await write(token))).toMatchObject({ requests: { r: 119 }, writes: { r: 59 } });
    expect(rateLimit(await read(token))).toEqual({ requests: { r: 118, t: expect.any(Number) } });
  });
});

describe('a token', () => {
  proves(['S5.token', 'C5.challenge'], 'that is written wrongly is not called expired', async () => {
    const { token } = await newConnection();
    const addresses = { [site.base]: 'GET /me', [site.url]: 'POST /mcp' };
    for (const [base, address] of Object.entries(addresses))
      for (const authorization of [
        `Bearer Bearer ${token}`,
        `Bearer "${token}"`,
        'Bearer <token>',
        'Bearer',
      ]) {
        const [method = '', path = ''] = address.split(' ');
        const refused = await call(method, path, { headers: { authorization }, set: { ...site, base } });
        expectProblem(refused, 401, 'token_invalid');
        expect([address, authorization, refused.body.detail]).toEqual([
          address,
          authorization,
          'What follows "Bearer" is not written like a token: send the token alone, exactly as it was given.',
        ]);
        expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
      }
  });

  proves(
    ['C7.revoked_at_once', 'C7.revoked_repeat'],
    'is refused from the next call on once it is revoked',
    async () => {
      const { token } = await newConnection();
      await times(5, () => read(token));
      expect((await call('DELETE', '/tokens/current', { token })).status).toBe(200);
      for (const answer of [await read(token), ...(await times(5, () => read(token)))])
        expectProblem(answer, 401, 'token_invalid');
      expectProblem(await call('DELETE', '/tokens/current', { token }), 401, 'token_invalid');
    },
  );

  proves(['C7.revoked_at_once'], 'is refused as revoked even when its limits are used up', async () => {
    const { token } = await newConnection();
    await times(LIMITS.requestsPerMinute - 1, () => read(token));
    const last = await call('DELETE', '/tokens/current', { token });
    expect([last.status, rateLimit(last).requests?.r]).toEqual([200, 0]);
    for (const answer of await times(3, () => read(token))) expectProblem(answer, 401, 'token_invalid');
  });
});

describe('the call log', () => {
  proves(['S1.call_log'], 'stores application, function and status, but no content', async () => {
    const { token, account } = await newConnection({
      clientName: 'Kitchen assistant',
      scopes: ['records:write'],
    });
    await call('POST', '/meals', { token, body: { ...meal, description: 'a secret recipe' } });
    await call('POST', '/meals', { token, body: {} });
    await read(token);
    await call('GET', '/me', { token: 'unknown' });
    await onDatabase(async (db) => {
      const calls = db.collection('call_log');
      const entries = await eventually(async () => {
        const found = await calls.find({ account_id: account.id }).sort({ at: 1 }).toArray();
        return found.length >= 3 && found;
      }, 'three entries of the call log');
      expect(entries.map(({ operation, status }) => [operation, status])).toEqual([
        ['log_meal', 201],
        ['log_meal', 400],
        ['whoami', 403],
      ]);
      for (const { _id, at, ...entry } of entries) {
        expect(callLogEntry.strict().parse({ ...entry, at: at.toISOString() })).toMatchObject({
          client_name: 'Kitchen assistant',
          channel: 'rest',
        });
        expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
      }
    });
  });
});
