import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { expectProblem } from '../rest/answers.ts';
import { meal } from '../rest/samples.ts';
import { type Answer, call, newConnection } from '../support/client.ts';
import { callLogOf } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callTool, post, refusalIn, send } from './mcp-client.ts';
import { encode, VERSIONS } from './messages.ts';

const METADATA = `${site.url}/.well-known/oauth-protected-resource/mcp`;
const PING = { method: 'ping' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const TOO_LARGE = ' '.repeat(LIMITS.bodyBytes + 1);
const whoami = (id: number) =>
  encode('2025-03-26', { id, method: 'tools/call', params: { name: 'whoami' } }).body;
const logMeal = (id: number) =>
  encode('2025-03-26', { id, method: 'tools/call', params: { name: 'log_meal', arguments: meal } }).body;

/** Answers over REST and MCP alternately, four at a time: in a burst a busy machine takes its Redis for one that is down. */
const alternately = async (
  times: number,
  overRest: () => Promise<Answer>,
  overMcp: () => Promise<Answer>,
) => {
  const answers: Answer[] = [];
  while (answers.length < times)
    answers.push(...(await Promise.all([overRest(), overMcp(), overRest(), overMcp()])));
  return answers;
};

describe('a call without the scope', () => {
  for (const { name, scope, example } of TOOLS)
    proves(['H6', 'S5.scope'], `of ${name} is a 403 that names the missing scope`, async () => {
      const others = ALL_SCOPES.filter((other) => other !== scope);
      const { token } = await newConnection({ scopes: others });
      for (const version of [VERSIONS[0], VERSIONS[3]]) {
        const answer = await callTool(name, example, { token, version });
        expectProblem(answer, 403, 'insufficient_scope');
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer resource_metadata="${METADATA}", scope="${scope}", error="insufficient_scope"`,
        );
      }
    });

  proves(['H6'], 'prevents a whole batch from running', async () => {
    const { token } = await newConnection({ scopes: ['records:read'] });
    const answer = await post([whoami(1), logMeal(2)], { token });
    expectProblem(answer, 403, 'insufficient_scope');
    expect(answer.headers.get('www-authenticate')).toContain('scope="records:write"');
    expect((await call('GET', '/meals', { token })).body.meals).toEqual([]);
  });
});

describe('the limits', () => {
  const left = (headers: Headers) => headers.get('ratelimit')?.replace(/;t=\d+/g, '');

  proves(['C7.mcp_limits', 'C7.rate_headers'], 'count each message that expects an answer', async () => {
    const { token } = await newConnection();
    const steps: [Awaited<ReturnType<typeof post>>, string][] = [
      [await send(PING, { token }), '"requests";r=119'],
      [await post(INITIALIZED, { token }), '"requests";r=119'],
      [await post({ jsonrpc: '2.0', id: 7, result: {} }, { token }), '"requests";r=119'],
      [await post([INITIALIZED, INITIALIZED], { token }), '"requests";r=118'],
      [await callTool('whoami', {}, { token }), '"requests";r=117'],
      [await callTool('log_meal', meal, { token }), '"requests";r=116, "writes";r=59'],
      [await callTool('log_meal', {}, { token }), '"requests";r=115, "writes";r=58'],
      [await post([whoami(1), logMeal(2), logMeal(3)], { token }), '"requests";r=112, "writes";r=56'],
      [await callTool('log_dream', {}, { token }), '"requests";r=111'],
      [await post('{', { token }), '"requests";r=110'],
      [await post(TOO_LARGE, { token }), '"requests";r=109'],
      [await call('GET', '/me', { token }), '"requests";r=108'],
      [await call('POST', '/meals', { token, body: meal }), '"requests";r=107, "writes";r=55'],
    ];
    for (const [{ headers }, expected] of steps) {
      expect(left(headers)).toBe(expected);
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=120;w=60, "writes";q=60;w=60');
    }
  });

  proves(['C7.mcp_limits', 'H21'], 'are shared with REST: request 121 is a 429', async () => {
    const { token } = await newConnection();
    const answers = await alternately(
      132,
      () => call('GET', '/me', { token }),
      () => callTool('whoami', {}, { token }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = await callTool('whoami', {}, { token });
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Messages that expect no answer are not refused.
    expect((await post(INITIALIZED, { token })).status).toBe(202);
  });

  proves(['C7.mcp_limits', 'H21'], 'refuse write 61 in the result of the tool call', async () => {
    const { token } = await newConnection();
    const answers = await alternately(
      64,
      () => call('POST', '/meals', { token, body: meal }),
      () => callTool('log_meal', meal, { token }),
    );
    const done = answers.filter(({ status, body }) => status === 201 || body.result?.isError === undefined);
    const { meals } = (await call('GET', '/meals', { token })).body;
    expect([done.filter(({ status }) => status < 300).length, meals.length]).toEqual([60, 60]);
    const refused = await callTool('log_meal', meal, { token });
    expect(refusalIn(refused)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retry_after: expect.any(Number),
    });
    expect((await callTool('whoami', {}, { token })).body.result.isError).toBeUndefined();
  });

  proves(
    ['C7.mcp_limits'],
    'say of a batch that no minute has room for that it must be smaller',
    async () => {
      const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
      const [writer, reader] = [await newConnection(), await newConnection()];
      const meals = await post(upTo(61).map(logMeal), writer);
      expect(meals.body).toHaveLength(61);
      for (const { result } of meals.body)
        expect(refusalIn({ body: { result } })).toMatchObject({
          code: 'rate_limited',
          detail: expect.stringMatching(
            /^A batch of 61 writes never fits: .* Send fewer at once, in \d+ s\.$/,
          ),
        });
      const reads = await post(upTo(121).map(whoami), reader);
      expectProblem(reads, 429, 'rate_limited');
      expect(reads.body.detail).toMatch(/^A batch of 121 requests never fits: /);
    },
  );
});

describe('an idempotency key', () => {
  proves(['C7.mcp_keys'], 'is shared by REST and MCP', async () => {
    const { token } = await newConnection();
    const [first, second] = [randomUUID(), randomUUID()];
    const overRest = await call('POST', '/meals', {
      token,
      body: meal,
      headers: { 'idempotency-key': first },
    });
    const again = await callTool('log_meal', { ...meal, idempotency_key: first }, { token });
    expect(again.body.result.structuredContent).toEqual(overRest.body);
    expect(again.body.result._meta).toEqual({ 'idempotency-replayed': true });

    const overMcp = await callTool('log_meal', { notes: null, ...meal, idempotency_key: second }, { token });
    expect(overMcp.body.result).not.toHaveProperty('_meta');
    const repeated = await call('POST', '/meals', {
      token,
      body: meal,
      headers: { 'idempotency-key': second },
    });
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(overMcp.body.result.structuredContent);
    expect((await call('GET', '/meals', { token })).body.meals).toHaveLength(2);

    const other = { ...meal, meal_type: 'dinner', idempotency_key: second };
    expect(refusalIn(await callTool('log_meal', other, { token })).code).toBe('idempotency_conflict');
  });

  proves(['C7.mcp_keys'], 'may be a header of the request, for a call without its own', async () => {
    const { token } = await newConnection();
    const headers = { 'idempotency-key': randomUUID() };
    const create = (args: Record<string, unknown>) => callTool('create_profile', args, { token, headers });
    const first = await create({ name: 'Child' });
    const again = await create({ name: 'Child' });
    expect(again.body.result).toEqual({ ...first.body.result, _meta: { 'idempotency-replayed': true } });
    await create({ name: 'Child', idempotency_key: headers['idempotency-key'] });
    expect((await call('GET', '/profiles', { token })).body.profiles).toHaveLength(2);
  });

  proves(['C7.mcp_keys', 'C1.named'], 'is not dropped from the header beside a different one', async () => {
    const { token } = await newConnection();
    const headers = { 'idempotency-key': randomUUID() };
    const args = { name: 'Child', idempotency_key: randomUUID() };
    const refusal = refusalIn(await callTool('create_profile', args, { token, headers }));
    expect([refusal.status, refusal.issues[0].pointer]).toEqual([400, '/idempotency_key']);
    expect((await call('GET', '/profiles', { token })).body.profiles).toHaveLength(1);
  });

  proves(['C7.mcp_keys'], 'in the header applies to every call of a batch', async () => {
    const { token } = await newConnection();
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await post([logMeal(1), logMeal(2), whoami(3)], { token, headers });
    expect(body.map((answer: { result: { isError?: true } }) => answer.result.isError)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await call('GET', '/meals', { token })).body.meals).toHaveLength(1);
  });

  proves(['C7.mcp_keys', 'H22'], 'makes one record of concurrent calls', async () => {
    const { token } = await newConnection();
    const args = { name: 'Child', idempotency_key: randomUUID() };
    await Promise.all(Array.from({ length: 4 }, () => callTool('create_profile', args, { token })));
    expect((await call('GET', '/profiles', { token })).body.profiles).toHaveLength(2);
  });
});

describe('a caller', () => {
  proves(['H6'], 'gets only its own data among concurrent callers', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => newConnection()));
    // Two calls of each at a time, as many as run at once: more would wait, on a busy machine in vain.
    const round = [...callers, ...callers].map(({ token, account }, index) => async () => {
      const version = VERSIONS[index % VERSIONS.length];
      const { body } = await callTool('whoami', {}, { token, ...(version && { version }) });
      expect(body.result.structuredContent.account.id).toBe(account.id);
    });
    for (let rounds = 0; rounds < 5; rounds += 1) await Promise.all(round.map((ask) => ask()));
  });

  proves(['C6.revoked'], 'is refused as soon as its connection has ended', async () => {
    const { token } = await newConnection();
    expect((await callTool('whoami', {}, { token })).status).toBe(200);
    await call('DELETE', '/tokens/current', { token });
    expectProblem(await callTool('whoami', {}, { token }), 401, 'token_invalid');
    expectProblem(await post(TOO_LARGE, { token }), 401, 'token_invalid');
  });

  proves(['C6.call_log', 'S1.call_log'], 'finds its tool calls in the call log', async () => {
    const { token, account } = await newConnection({ scopes: ['records:read'] });
    await send({ method: 'tools/list' }, { token });
    await callTool('get_day', {}, { token });
    await callTool('get_day', { day: 'x' }, { token });
    await callTool('log_meal', meal, { token });
    const logged = await eventually(async () => {
      const entries = await callLogOf(account.id);
      return entries.length === 3 && entries;
    }, 'three entries');
    expect(logged.map(({ operation, channel, status }) => [operation, channel, status]).toSorted()).toEqual([
      ['get_day', 'mcp', 200],
      ['get_day', 'mcp', 400],
      ['log_meal', 'mcp', 403],
    ]);
  });
});
