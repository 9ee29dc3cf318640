import { describe, expect } from '@jest/globals';
import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { describeTool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { AS_IT_CAME, StrictServer } from '../../services/mcp/src/tools/strict-server.ts';
import { createToolList, LIST_TO_COME } from '../../services/mcp/src/tools/tool-list.ts';
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

const sendTo = async (
  server: Server,
  version: Version,
  method: string,
  params: Record<string, unknown>,
): Promise<Response> => {
  const { headers, body } = encode(version, { method, params });
  const request = new Request('http://mcp/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
  });
  if (version === '2026-07-28')
    return createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, { parsedBody: body });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
};

const answerOf = async (server: Server, version: Version, params: Record<string, unknown>) => {
  const answer = await sendTo(server, version, 'tools/call', params);
  return [answer.status, await answer.json()];
};

describe.each(VERSIONS)('the list of tools in %s', (version) => {
  proves(
    ['C6.versions', 'C6.list'],
    "is byte by byte that of the SDK's own server, which checks and writes it for each request",
    async () => {
      const hint = { ttlMs: 300_000, cacheScope: 'public' } as const;
      const textOf = async (list: ListToolsResult) => {
        const server = new Server(INFO, { ...OPTIONS, cacheHints: { 'tools/list': hint } });
        server.setRequestHandler('tools/list', () => list);
        return (await sendTo(server, version, 'tools/list', {})).text();
      };
      const tools = TOOLS.map(describeTool) as unknown as ListToolsResult['tools'];
      const theirs = await textOf({ tools });
      expect(createToolList(undefined)(await textOf(LIST_TO_COME))).toBe(theirs);
      expect(JSON.parse(theirs).result.tools).toEqual(tools);
    },
  );
});

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
