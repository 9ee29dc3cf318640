import type { Express } from 'express';
import type { AdmissionParts } from 'shared/admission/admit.ts';
import { createApp } from 'shared/http/app.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import type { Log } from 'shared/observe/log.ts';
import type { Keys } from 'shared/process/keys.ts';
import { readViews } from './cards/views.ts';
import { createAdmission } from './messages/admission.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { createMcpServers } from './tools/mcp-server.ts';
import { createServiceClient, type Services } from './tools/service-client.ts';
import { createToolList } from './tools/tool-list.ts';
import { createToolRunner } from './tools/tool-runner.ts';

type McpParts = AdmissionParts & {
  log: Log;
  version: string;
  keys: Keys;
  services: Services;
};

/** The MCP server (`C6.transport`). It keeps nothing: each request has a server of its own. */
export const createMcpApp = (parts: McpParts): Express => {
  const { log, siteUrl } = parts;
  const callService = createServiceClient(parts.services);
  const admit = createAdmission({ ...parts, callService });
  const runTool = createToolRunner({ log, siteUrl, callService });
  const views = readViews(siteUrl);
  if (!views) log.warn('No views were built: results are shown without cards (npm run views).');
  const createServer = createMcpServers(siteUrl, parts.version, runTool, views);

  return createApp(log)
    .use(messageRoutes({ keys: parts.keys, admit, createServer, withToolList: createToolList(views) }))
    .use(notFoundHandler)
    .use(problemHandler(siteUrl));
};
