import { describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { scrape } from '../operation/scrape.ts';
import { expectProblem } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { logsOnceTold } from '../support/logs.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { post } from './mcp-client.ts';
import { encode } from './messages.ts';

const MCP = `${site.url}/mcp`;
const METADATA = `${site.url}/.well-known/oauth-protected-resource/mcp`;
const CHALLENGE = `Bearer resource_metadata="${METADATA}", scope="${ALL_SCOPES.join(' ')}"`;
const AT_SITE = { set: { ...site, base: site.url } };
const LIST = { method: 'tools/list' };
const KNOWN = [
  'http://localhost:6274',
  'http://127.0.0.1:6274',
  'http://[::1]:3000',
  'https://localhost',
  'https://claude.ai',
  'https://claude.com',
  'https://chatgpt.com',
  'https://vscode.dev',
];
const FOREIGN = [
  'https://evil.example',
  'null',
  `https://${new URL(site.url).host}.evil.example`,
  'https://claude.ai.evil.example',
  'http://claude.ai',
  'https://claude.ai:8443',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://127.0.0.1.evil.example:6274',
  'http://LOCALHOST:6274',
  'http://localhost:6274/',
];

describe('/mcp', () => {
  proves(['H19'], 'answers programs that prefer HTML with problems, too', async () => {
    const headers = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };
    expectProblem(await post({}, { headers }), 401, 'token_missing');
    for (const [method, path] of [
      ['GET', '/oauth/token'],
      ['PUT', '/mcp'],
      ['POST', '/openapi.json'],
    ] as const) {
      const answer = await fetch(`${site.url}${path}`, { method, headers });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        405,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  proves(['H1'], 'without a valid token points to its metadata', async () => {
    const body = encode('2025-06-18', LIST).body;
    const missing = await post(body);
    expectProblem(missing, 401, 'token_missing');
    expect(missing.headers.get('www-authenticate')).toBe(CHALLENGE);
    const expired = await newConnection();
    await call('DELETE', '/tokens/current', expired);
    for (const token of [expired.token, `drs_${'x'.repeat(43)}`, 'nonsense']) {
      const invalid = await post(body, { token });
      expectProblem(invalid, 401, 'token_invalid');
      expect(invalid.headers.get('www-authenticate')).toBe(`${CHALLENGE}, error="invalid_token"`);
    }
    const metadata = await fetch(METADATA);
    expect(await metadata.json()).toMatchObject({ resource: MCP, authorization_servers: [site.url] });
  });

  proves(['H5', 'C6.transport'], 'allows only POST', async () => {
    const { token } = await newConnection();
    const authorized = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const response = await fetch(MCP, { method, headers: authorized });
      const { status, headers } = response;
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
    }
    for (const method of ['GET', 'HEAD', 'DELETE'])
      for (const [authorization, challenge] of [
        [undefined, CHALLENGE],
        ['', CHALLENGE],
        [`Bearer drs_${'x'.repeat(43)}`, `${CHALLENGE}, error="invalid_token"`],
      ]) {
        const response = await fetch(MCP, {
          method,
          headers: authorization === undefined ? {} : { authorization },
        });
        expect([method, response.status, response.headers.get('www-authenticate')]).toEqual([
          method,
          401,
          challenge,
        ]);
      }
    const page = await fetch(MCP, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, CHALLENGE]);
  });

  proves(
    ['C6.transport', 'H1', 'H4'],
    'is served with a slash at the end, too, as people write it',
    async () => {
      const { token } = await newConnection();
      const send = (headers: Record<string, string>) =>
        call('POST', '/mcp/', {
          body: encode('2025-06-18', LIST).body,
          headers,
          ...AT_SITE,
        });
      const authorization = `Bearer ${token}`;
      expect((await send({ authorization })).body.result.tools).toHaveLength(21);
      const unauthorized = await send({});
      expectProblem(unauthorized, 401, 'token_missing');
      const challenge = unauthorized.headers.get('www-authenticate');
      expect(challenge).toBe(CHALLENGE.replace(METADATA, `${METADATA}/`));
      const metadata = await call('GET', '/.well-known/oauth-protected-resource/mcp', AT_SITE);
      const slashed = await call('GET', '/.well-known/oauth-protected-resource/mcp/', AT_SITE);
      expect(slashed.body).toEqual({ ...metadata.body, resource: `${MCP}/` });
      expectProblem(await send({ authorization, origin: 'https://evil.example' }), 403, 'validation_failed');
      const read = await fetch(`${MCP}/`);
      expect([read.status, read.headers.get('www-authenticate')]).toEqual([401, challenge]);
      expect((await fetch(`${MCP}/`, { headers: { authorization } })).status).toBe(405);
      // In logs and metrics it is not another endpoint.
      const id = unauthorized.headers.get('x-request-id') ?? '';
      const lines = (await logsOnceTold([unauthorized])).split('\n').filter((line) => line.includes(id));
      expect(lines.map((line) => JSON.parse(line).operation)).toEqual(['POST /mcp']);
      const counted = new Set((await scrape('gateway')).samples.map(({ labels }) => labels.operation));
      expect([counted.has('POST /mcp'), counted.has('POST /mcp/')]).toEqual([true, false]);
    },
  );

  proves(['H4'], 'refuses foreign origins', async () => {
    const { token } = await newConnection();
    const body = encode('2025-06-18', LIST).body;
    for (const origin of FOREIGN) {
      expectProblem(
        await post(body, { token, headers: { origin } }),
        403,
        'validation_failed',
        'header/Origin',
      );
      const preflight = await fetch(MCP, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([preflight.status, preflight.headers.has('access-control-allow-origin')]).toEqual([403, false]);
    }
    expect((await post(body, { token })).status).toBe(200);
  });

  proves(['H4', 'C6.origins'], 'serves the pages of known clients and of loopback addresses', async () => {
    const { token } = await newConnection();
    const body = encode('2025-06-18', LIST).body;
    for (const origin of KNOWN) {
      const preflight = await fetch(MCP, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      const answer = await post(body, { token, headers: { origin } });
      for (const { status, headers } of [preflight, answer])
        expect([origin, status < 300, headers.get('access-control-allow-origin')]).toEqual([
          origin,
          true,
          origin,
        ]);
    }
  });

  proves(['H4'], 'answers the preflight of an allowed origin without a token', async () => {
    const origin = site.url;
    const preflight = await fetch(MCP, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'authorization,content-type,mcp-protocol-version,mcp-method,mcp-name',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    const { token } = await newConnection();
    const body = encode('2025-06-18', LIST).body;
    for (const answer of [
      await post(body, { token, headers: { origin } }),
      await post(body, { headers: { origin } }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = answer.headers.get('access-control-expose-headers')?.split(',');
      const needed = ['WWW-Authenticate', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Mcp-Session-Id'];
      expect(exposed).toEqual(expect.arrayContaining([...needed, 'Mcp-Protocol-Version']));
    }
  });

  proves(['H19', 'H25', 'C1.malformed'], 'refuses a body that is not a valid message', async () => {
    const { token } = await newConnection();
    const deep = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`;
    for (const body of [deep(5000), '['.repeat(5000), '{"jsonrpc":', '', '{"id":1,"id":2}', '\xff'])
      expectProblem(await post(body, { token }), 400, 'invalid_json');
    for (const body of ['1', '"text"', 'null', '{}', '[[]]', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
      const { status, body: answer } = await post(body, { token });
      expect([body, status, answer.jsonrpc, answer.error.code < 0]).toEqual([body, 400, '2.0', true]);
    }
    expectProblem(
      await post('{}', { token, headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
  });

  proves(['H19', 'Z.limits'], 'refuses 250,000 values, which the SDK would check one by one', async () => {
    const { token } = await newConnection();
    const clientInfo = { name: 'Test', version: '1', icons: Array(250_000).fill(1) };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const refused = await post(JSON.stringify(message), { token });
    expectProblem(refused, 400, 'invalid_json');
    expect(refused.body.detail).toContain('5000 values');
  });

  proves(['H19', 'C1.media'], 'accepts 512 KiB and no more', async () => {
    const { token } = await newConnection();
    const padded = (bytes: number): string => {
      const body = JSON.stringify(encode('2025-06-18', LIST).body);
      return body + ' '.repeat(bytes - body.length);
    };
    expect((await post(padded(LIMITS.bodyBytes), { token })).status).toBe(200);
    const refused = await post(padded(LIMITS.bodyBytes + 1), { token });
    expectProblem(refused, 413, 'payload_too_large');
    // It counts, as every call does.
    expect(refused.headers.has('ratelimit')).toBe(true);
  });
});
