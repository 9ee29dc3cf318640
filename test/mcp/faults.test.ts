import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { scrape, sumOf } from '../operation/scrape.ts';
import { expectProblem } from '../rest/answers.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { inWaves } from '../support/in-waves.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { callTool, post, refusalIn, send } from './mcp-client.ts';

const APP = 'https://app.example.org';
let set: ServiceSet;

beforeAll(async () => {
  set = await startSet({ env: { ALLOWED_ORIGINS: APP } });
}, 600_000);
afterAll(() => set.stop());

/** A batch that records a meal ten times. */
const tenCalls = (args: object) =>
  Array.from({ length: 10 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'log_meal', arguments: args },
  }));

/** Posts messages and hangs up after a second. */
const leave = (messages: unknown, token: string): Promise<void> =>
  expect(
    fetch(`${set.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(messages),
      signal: AbortSignal.timeout(1000),
    }),
  ).rejects.toThrow(/timeout/);

describe('a service', () => {
  proves(['C6.away'], 'that was killed is an error result until it is back', async () => {
    const { token } = await newConnection({ set });
    const record = () => callTool('log_meal', meal, { token, set });
    expect((await record()).body.result.isError).toBeUndefined();
    await set.kill('diary', 'SIGKILL');
    expect(refusalIn(await record())).toMatchObject({ status: 503, code: 'unavailable' });
    // Whoever watches the service sees what its HTTP status does not say.
    const failed = { operation: 'log_meal', status: '5xx' };
    const count = async () => sumOf(await scrape('mcp', set), 'http_request_duration_seconds_count', failed);
    expect(await eventually(count, 'the failure to be counted')).toBeGreaterThan(0);
    // Other calls are answered.
    expect((await send({ method: 'tools/list' }, { token, set })).status).toBe(200);
    await eventually(async () => {
      // Within the limit of writes, however long it takes.
      await sleep(1000);
      return (await record()).body.result.isError === undefined;
    }, 'diary to be back');
  });

  proves(['C6.away'], 'that does not answer is an error result before the gateway times out', async () => {
    const { token } = await newConnection({ set });
    await set.whileFrozen('diary', async () => {
      const answer = await callTool('list_profiles', {}, { token, set });
      // The gateway's own timeout would be a 504.
      expect([answer.status, ['timeout', 'unavailable'].includes(refusalIn(answer).code)]).toEqual([
        200,
        true,
      ]);
    });
  });

  proves(['C6.away'], 'that does not answer is an error result of each call in a batch', async () => {
    const { token } = await newConnection({ set });
    const batch = tenCalls(meal);
    await set.whileFrozen('diary', async () => {
      const { status, body } = await post(batch, { token, set });
      expect(status).toBe(200);
      const codes = body.map(({ result }: { result: unknown }) => refusalIn({ body: { result } }).code);
      // Two at a time; the others were not sent.
      expect(codes.toSorted()).toEqual([...Array(2).fill('timeout'), ...Array(8).fill('unavailable')]);
    });
  });

  proves(['C6.away'], 'is asked for no more of a batch once the caller has left', async () => {
    const { token } = await newConnection({ set });
    const batch = tenCalls({ ...meal, eaten_at: '2026-02-03T12:00:00Z' });
    await set.whileFrozen('diary', async () => {
      await leave(batch, token);
    });
    // Time enough for all of them.
    await sleep(3000);
    const { body } = await call('GET', '/days/2026-02-03', { token, set });
    expect(body.meals.length).toBeLessThanOrEqual(2);
  });

  proves(['C6.away'], 'that does not answer holds up no calls after those whose caller left', async () => {
    const { token } = await newConnection({ set });
    const [record] = tenCalls(meal);
    await set.whileFrozen('diary', async () => {
      // As many as are answered at a time.
      await Promise.all([leave(record, token), leave(record, token)]);
      const isAnswered = async () => (await callTool('list_profiles', {}, { token, set })).status === 200;
      await eventually(isAnswered, 'those before to end');
    });
  });

  proves(['C6.away', 'H19'], 'for MCP that was killed is a 503 until it is back', async () => {
    const { token } = await newConnection({ set });
    await set.kill('mcp', 'SIGKILL');
    expectProblem(await callTool('whoami', {}, { token, set }), 503, 'unavailable');
    await eventually(
      async () => (await callTool('whoami', {}, { token, set })).status === 200,
      'mcp to be back',
    );
  });
});

describe('without Redis', () => {
  proves(['C6.revoked', 'C6.away'], 'calls are accepted, except those of ended connections', async () => {
    const [stays, ends] = [await newConnection({ set }), await newConnection({ set })];
    const whoami = ({ token }: { token: string }) => callTool('whoami', {}, { token, set });
    for (const connection of [stays, ends]) expect((await whoami(connection)).status).toBe(200);
    await set.whileFrozen('redis', async () => {
      expect(
        (await callTool('log_meal', meal, { token: stays.token, set })).body.result.isError,
      ).toBeUndefined();
      expect((await call('DELETE', '/tokens/current', { token: ends.token, set })).status).toBe(200);
      expectProblem(await whoami(ends), 401, 'token_invalid');
      expect((await whoami(stays)).status).toBe(200);
    });
  });

  proves(['C7.mcp_limits', 'C7.redis_away'], 'call 121 in a minute is a 429', async () => {
    const { token } = await newConnection({ set });
    await set.whileFrozen('redis', async () => {
      const answers = await inWaves(125, 8, () => callTool('whoami', {}, { token, set }));
      const answered = answers.filter(({ status }) => status === 200);
      for (const { body } of answered) expect(body.result.isError).toBeUndefined();
      for (const answer of answers.filter((answer) => !answered.includes(answer)))
        expectProblem(answer, 429, 'rate_limited');
      expect(answered).toHaveLength(120);
    });
  });
});

describe('pages of other origins', () => {
  proves(['H4'], 'may call /mcp if the operator allows them, as may our own', async () => {
    const { token } = await newConnection({ set });
    const statusFor = async (origin: string) =>
      (await send({ method: 'ping' }, { token, set, headers: { origin } })).status;
    expect([await statusFor(APP), await statusFor(set.url), await statusFor('https://evil.example')]).toEqual(
      [200, 200, 403],
    );
  });
});
