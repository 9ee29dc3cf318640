import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import pLimit from 'p-limit';
import type { Admitted } from 'shared/admission/admit.ts';
import { SERVICE_NAME } from 'shared/contract/service.ts';
import { createServerInstructions } from 'shared/documents/instructions.ts';
import { SERVER_ICON } from 'shared/documents/tool-icons.ts';
import { findTool } from 'shared/documents/tools.ts';
import { TURNS } from 'shared/turns.ts';
import { VIEW_CAPABILITIES, type Views } from '../cards/views.ts';
import type { McpCaller } from './caller.ts';
import { NOTHING_THERE } from './nothing-there.ts';
import { AS_IT_CAME, StrictServer } from './strict-server.ts';
import { LIST_TO_COME } from './tool-list.ts';
import type { RunTool } from './tool-runner.ts';

/** Characters. What a batch asks beyond that is refused: its answers together would take all memory. */
const MAX_ANSWERED = 4 * 1024 * 1024;
/** Tools and views are the same for everybody. */
const CACHED = { ttlMs: 300_000, cacheScope: 'public' } as const;

export type CreateMcpServer = ReturnType<typeof createMcpServers>;

/**
 * Makes the function that makes a server for the messages of one request, which knows its caller and nobody else, and how they were
 * `admitted`; `isGone` says whether the caller has left: then what is left of a batch is not run. What all servers have in common is
 * made once; a server itself costs little.
 */
export const createMcpServers = (
  siteUrl: string,
  version: string,
  runTool: RunTool,
  views: Views | undefined,
) => {
  const info = {
    name: 'diary-recording-service',
    title: SERVICE_NAME,
    version,
    websiteUrl: siteUrl,
    icons: [SERVER_ICON],
  };
  const options: ServerOptions = {
    capabilities: { tools: {}, ...(views && VIEW_CAPABILITIES) },
    instructions: createServerInstructions(siteUrl),
    cacheHints: {
      'tools/list': CACHED,
      'server/discover': CACHED,
      'resources/list': CACHED,
      'resources/read': CACHED,
    },
  };
  return (caller: McpCaller, admitted: Admitted, isGone: () => boolean): Server => {
    // A batch is answered as a whole: what it is answered so far is held until the last call has ended.
    const inTurn = pLimit(TURNS.mcpBatch);
    let answered = 0;
    // Not McpServer: it would make the schemas again for each request, and check every result against them.
    const server = new StrictServer(info, options);
    server.setRequestHandler('tools/list', ({ params }) => {
      if (params?.cursor)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'All tools are on one page: ask without a cursor.',
        );
      return LIST_TO_COME;
    });
    for (const [method, result] of Object.entries(NOTHING_THERE))
      server.setRequestHandler(method as 'ping', () => result);
    if (views) {
      server.setRequestHandler('resources/list', () => ({ resources: views.resources }));
      server.setRequestHandler('resources/read', ({ params: { uri } }) => {
        const view = views.read(uri);
        if (!view) throw new ResourceNotFoundError(uri);
        return view;
      });
    }
    // Every request is answered: the SDK would never answer a batch that cancels one of its own.
    server.setNotificationHandler('notifications/cancelled', () => {});
    server.setRequestHandler('tools/call', { params: AS_IT_CAME }, (params) => {
      const tool = findTool(params.name);
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no tool by this name; see tools/list.',
        );
      return inTurn(async () => {
        if (isGone()) throw new ProtocolError(ProtocolErrorCode.InternalError, 'The caller has left.');
        const result = await runTool(tool, params.arguments ?? {}, caller, {
          admitted,
          isTooMuch: answered > MAX_ANSWERED,
        });
        for (const part of result.content) if (part.type === 'text') answered += part.text.length;
        return result;
      });
    });
    return server;
  };
};
