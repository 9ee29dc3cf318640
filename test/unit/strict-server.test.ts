import { describe, expect } from '@jest/globals';
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { AS_IT_CAME, StrictServer } from '../../services/mcp/src/tools/strict-server.ts';
import { encode, INFO, VERSIONS, type Version } from '../mcp/messages.ts';
import { proves } from '../support/proves.ts';

const OPTIONS = { capabilities: { tools: {} } };

/** Answers a call by what it is called with, in each way that the runner of tools does. */
const handle = ({ name, arguments: args }: { name: string; arguments?: unknown }): CallToolResult => {
  if (name === 'unknown') throw new ProtocolError(-32602, 'There is no tool by this name.');
  const content = [{ type: 'text' as const, text: JSON.stringify(args ?? {}) }];
  if (name === 'refused') return { content, isError: true, _meta: { 'read-leniently': ['/a'] } };
  return { content, structuredContent: { args } };
};

const SERVERS = {
  ours: () => {
    const server = new StrictServer(INFO, OPTIONS);
    server.setRequestHandler('tools/call', { params: AS_IT_CAME }, handle);
    return server;
  },
  theirs: () => {
    const server = new Server(INFO, OPTIONS);
    server.setRequestHandler('tools/call', ({ params }) => handle(params));
    return server;
  },
};

const answerOf = async (server: Server, version: Version, params: Record<string, unknown>) => {
  const { headers, body } = encode(version, { method: 'tools/call', params });
  const request = new Request('http://mcp/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
  });
  if (version === '2026-07-28') {
    const answer = await createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, {
      parsedBody: body,
    });
    return [answer.status, await answer.json()];
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const answer = await transport.handleRequest(request, { parsedBody: body });
  return [answer.status, await answer.json()];
};

describe.each(VERSIONS)('a call of a tool in %s', (version) => {
  proves(
    ['C6.versions', 'C6.result'],
    "is answered as by the SDK's own server, which checks it three times",
    async () => {
      for (const params of [
        { name: 'done', arguments: { items: [{ kcal: 1.5, notes: null }], text: '' } },
        { name: 'done' },
        { name: 'refused', arguments: {} },
        { name: 'unknown', arguments: {} },
      ]) {
        const ours = await answerOf(SERVERS.ours(), version, params);
        expect(ours).toEqual(await answerOf(SERVERS.theirs(), version, params));
        expect(ours[0]).toBe(200);
      }
    },
  );
});
