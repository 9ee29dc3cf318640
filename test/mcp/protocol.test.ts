import { describe, expect } from '@jest/globals';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { callTool, post, send } from './mcp-client.ts';
import { encode, type Message, VERSIONS, type Version } from './messages.ts';

const LIST = { method: 'tools/list' };
const LISTEN = { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } };
const initialize = (protocolVersion: string) => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const HANDSHAKES: readonly Version[] = VERSIONS.filter((version) => version < '2026');

describe.each(VERSIONS)('a client of %s', (version) => {
  proves(['H5', 'C6.versions', 'C6.transport'], 'gets JSON and no session', async () => {
    const { token } = await newConnection();
    const begin = HANDSHAKES.includes(version) ? initialize(version) : { method: 'server/discover' };
    const answers = [
      await send(begin, { token, version }),
      await send(LIST, { token, version }),
      await callTool('log_meal', meal, { token, version }),
      // Answers are JSON whatever the client accepts.
      await callTool('whoami', {}, { token, version, headers: { accept: '*/*' } }),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, body.jsonrpc, body.id]).toEqual([200, '2.0', 1]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.has('mcp-session-id')).toBe(false);
      expect(headers.get('cache-control')).toContain('no-store');
    }
    const [{ result: initialized }, { result: listed }, { result: logged }] = answers.map(({ body }) => body);
    expect(initialized.instructions).toContain('never in its name');
    const { tools, resources, extensions, ...others } = initialized.capabilities;
    expect([tools, resources, Object.keys(extensions), others]).toEqual([
      {},
      {},
      ['io.modelcontextprotocol/ui'],
      {},
    ]);
    if (HANDSHAKES.includes(version)) expect(initialized.protocolVersion).toBe(version);
    else expect(initialized.supportedVersions).toEqual([version]);
    expect(listed.tools).toHaveLength(21);
    expect(logged.structuredContent.items).toHaveLength(1);
  });

  proves(['C1.null'], 'may send null for what it omits', async () => {
    const { token } = await newConnection();
    const called = await send(
      { method: 'tools/call', params: { name: 'whoami', arguments: null } },
      { token, version },
    );
    expect([called.status, called.body.result?.isError]).toEqual([200, undefined]);
    const listed = await send({ method: 'tools/list', params: { cursor: null } }, { token, version });
    expect(listed.body.result?.tools).toHaveLength(21);
    const begin = HANDSHAKES.includes(version) ? initialize(version) : { method: 'server/discover' };
    for (const message of [begin, LIST]) {
      const { headers, body } = encode(version, message);
      // As programs write whatever their classes have room for.
      const written = JSON.stringify(body, (_, value) =>
        value instanceof Object ? { title: null, roots: null, progressToken: null, ...value } : value,
      );
      const answer = await post(written, { token, headers });
      expect([message, answer.status, answer.body.error]).toEqual([message, 200, undefined]);
    }
  });

  proves(['C6.list'], 'gets an error for a page of tools after the first', async () => {
    const { token } = await newConnection();
    const { body } = await send({ method: 'tools/list', params: { cursor: 'second' } }, { token, version });
    expect(body.error?.code).toBe(-32602);
  });

  proves(
    ['C6.empty_lists'],
    'gets empty lists of what is not there, and {} for ping and a level',
    async () => {
      const { token } = await newConnection();
      for (const [message, expected] of [
        [{ method: 'resources/templates/list' }, { resourceTemplates: [] }],
        [{ method: 'prompts/list' }, { prompts: [] }],
        [{ method: 'logging/setLevel', params: { level: 'info' } }, {}],
        [{ method: 'ping' }, {}],
      ] as const) {
        const { status, body } = await send(message, { token, version });
        const { resultType, _meta, ttlMs, cacheScope, ...result } = body.result ?? body;
        expect([message.method, status, result]).toEqual([message.method, 200, expected]);
        expect(resultType).toBe(HANDSHAKES.includes(version) ? undefined : 'complete');
      }
    },
  );

  proves(['H6'], 'learns which of its params are wrong', async () => {
    const { token } = await newConnection();
    const wrong: [Message, string][] = [
      [{ method: 'tools/call', params: { name: 3 } }, '/params/name'],
      [{ method: 'tools/call', params: { name: 'whoami', arguments: [] } }, '/params/arguments'],
      ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map(
        (method): [Message, string] => [{ method, params: { cursor: 4 } }, '/params/cursor'],
      ),
    ];
    if (HANDSHAKES.includes(version)) wrong.push([{ method: 'initialize' }, '/params/protocolVersion']);
    for (const [message, pointer] of wrong) {
      const { body } = await send(message, { token, version });
      expect([message, body.error?.code]).toEqual([message, -32602]);
      expect(body.error.message).toMatch(new RegExp(`^${pointer} must be (a string|an object)$`));
    }
  });

  proves(['H6'], 'learns that a tool or method is unknown', async () => {
    const { token } = await newConnection();
    const tool = await callTool('log_dream', {}, { token, version });
    expect([tool.status, tool.body.error.code, tool.body.id]).toEqual([200, -32602, 1]);
    for (const message of [{ method: 'prompts/get' }, { method: 'subscriptions/listen' }, LISTEN]) {
      const { status, headers, body } = await send(message, { token, version });
      // The version of 2026 wants a 404 too, earlier ones a 200.
      expect([status, body.error.code]).toEqual([HANDSHAKES.includes(version) ? 200 : 404, -32601]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });
});

proves(['C6.initialize'], 'an initialize is answered by its body, whatever its header names', async () => {
  const { token } = await newConnection();
  const { body } = encode('2025-11-25', initialize('2025-11-25'));
  for (const named of ['2026-07-28', '2025-03-26', '1900-01-01', 'nonsense']) {
    const headers = { 'mcp-protocol-version': named, 'mcp-method': 'initialize' };
    const { status, body: answer } = await post(body, { token, headers });
    expect([named, status, answer.result?.protocolVersion]).toEqual([named, 200, '2025-11-25']);
  }
  // In 2026-07-28 there is none.
  const removed = await send({ method: 'initialize' }, { token, version: '2026-07-28' });
  expect([removed.status, removed.body.error.code]).toEqual([404, -32601]);
});

proves(
  ['H5', 'H6'],
  'what is no request of 2026-07-28 is answered as such, whatever its method',
  async () => {
    const { token } = await newConnection();
    const { headers, body } = encode('2026-07-28', LISTEN);
    const { id: _, ...notification } = body;
    expect((await post(notification, { token, headers })).status).toBe(202);
    const future = JSON.parse(JSON.stringify(body).replaceAll('2026-07-28', '2099-01-01'));
    const wrong: [object, object, number][] = [
      [{ ...body, id: {} }, headers, -32600],
      [{ ...body, id: 1e300 }, headers, -32600],
      [{ ...body, jsonrpc: '1.0' }, headers, -32600],
      [{ ...body, result: {} }, headers, -32600],
      [body, { ...headers, 'mcp-method': 'ping' }, -32020],
      [future, headers, -32020],
      [future, { ...headers, 'mcp-protocol-version': '2099-01-01' }, -32022],
    ];
    for (const [message, sent, code] of wrong) {
      const answer = await post(message, { token, headers: { ...sent } });
      expect([message, answer.status, answer.body.error?.code]).toEqual([message, 400, code]);
    }
  },
);

describe('/mcp', () => {
  proves(['H6'], 'names params that are no object, such as the empty list that PHP writes', async () => {
    const { token } = await newConnection();
    for (const params of [[], 'x', 7]) {
      const { status, body } = await post(
        { jsonrpc: '2.0', id: 'a', method: 'tools/list', params },
        { token },
      );
      const error = { code: -32602, message: '/params must be an object' };
      expect([params, status, body]).toEqual([params, 400, { jsonrpc: '2.0', id: 'a', error }]);
    }
    const { status, body } = await send({ method: 'tools/list', params: { _meta: [] } }, { token });
    expect([status, body.error]).toEqual([400, { code: -32602, message: '/params/_meta must be an object' }]);
  });

  proves(['H6'], 'names the levels that there are', async () => {
    const { token } = await newConnection();
    const { body } = await send({ method: 'logging/setLevel', params: { level: 'loud' } }, { token });
    expect(body.error.code).toBe(-32602);
    expect(body.error.message).toMatch(/^\/params\/level must be one of debug, .*, emergency$/);
  });

  proves(['H5'], 'handles an unknown version as MCP specifies', async () => {
    const { token } = await newConnection();
    const initialized = await send(initialize('2099-01-01'), { token, version: '2025-03-26' });
    expect(initialized.body.result.protocolVersion).toBe('2025-11-25');

    const { body, headers } = encode('2026-07-28', LIST);
    const future = JSON.parse(JSON.stringify(body).replaceAll('2026-07-28', '2099-01-01'));
    const modern = await post(future, {
      token,
      headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
    });
    expect([modern.status, modern.body.error.code]).toEqual([400, -32022]);
    expect(modern.body.error.data).toEqual({ supported: ['2026-07-28'], requested: '2099-01-01' });

    const old = encode('2025-06-18', LIST).body;
    for (const version of ['1999-01-01', '2099-01-01', 'nonsense']) {
      const unknown = await post(old, { token, headers: { 'mcp-protocol-version': version } });
      expect([version, unknown.status, unknown.body.jsonrpc]).toEqual([version, 400, '2.0']);
    }
  });

  proves(
    ['H5', 'C6.transport'],
    'accepts notifications and unsolicited responses with an empty 202',
    async () => {
      const { token } = await newConnection();
      for (const message of [
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 7, result: {} },
      ]) {
        const { status, text } = await post(message, { token });
        expect([status, text]).toEqual([202, '']);
      }
    },
  );

  proves(['C6.versions'], 'accepts the batches of 2025-03-26', async () => {
    const { token } = await newConnection();
    const of = (id: number, name: string, args: object) =>
      encode('2025-03-26', { id, method: 'tools/call', params: { name, arguments: args } }).body;
    const { status, body } = await post(
      [of(1, 'log_meal', meal), of(2, 'whoami', {}), { jsonrpc: '2.0', method: 'notifications/initialized' }],
      { token },
    );
    expect(status).toBe(200);
    expect(
      body.map(({ id, result }: { id: number; result: { isError?: true } }) => [id, result.isError]),
    ).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    expect((await post([], { token })).status).toBe(400);
  });

  proves(
    ['C6.versions'],
    'refuses the batches of every later version, and runs nothing of them',
    async () => {
      const { token } = await newConnection();
      const create = encode('2025-03-26', {
        method: 'tools/call',
        params: { name: 'create_profile', arguments: { name: 'Not made' } },
      }).body;
      for (const version of VERSIONS.filter((name) => name !== '2025-03-26')) {
        const { status, body } = await post([create], {
          token,
          headers: { 'mcp-protocol-version': version },
        });
        expect([version, status, body.error?.code]).toEqual([version, 400, -32600]);
      }
      expect((await call('GET', '/profiles', { token })).body.profiles).toHaveLength(1);
    },
  );

  proves(['C6.versions'], 'answers every request of a batch, in a list', async () => {
    const { token } = await newConnection();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const batch of [[ping], [ping, cancel], [cancel, ping]]) {
      const { status, body } = await post(batch, { token });
      expect([batch, status, body]).toEqual([batch, 200, [{ jsonrpc: '2.0', id: 1, result: {} }]]);
    }
    const create = (name: string) =>
      encode('2025-03-26', { method: 'tools/call', params: { name: 'create_profile', arguments: { name } } })
        .body;
    const alike = await post([create('One'), create('Two')], { token });
    expect([alike.status, alike.body.error.code]).toEqual([400, -32600]);
    const { body } = await call('GET', '/profiles', { token });
    expect(body.profiles).toHaveLength(1);
  });
});
