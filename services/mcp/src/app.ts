import type { Express } from 'express';
import { createApp } from 'shared/service/app.ts';
import type { Keys } from 'shared/service/keys.ts';
import type { Log } from 'shared/service/log.ts';
import { notFoundHandler, problemHandler } from 'shared/service/problem.ts';
import { type AdmissionParts, createAdmission } from './admission.ts';
import { createMcpServers } from './mcp-server.ts';
import { messageRoutes } from './message-routes.ts';
import { createServiceClient, type Services } from './service-client.ts';
import { createToolRunner } from './tool-runner.ts';

type McpParts = Omit<AdmissionParts, 'callService'> & {
  log: Log;
  version: string;
  keys: Keys;
  services: Services;
};

/** The MCP server (contract §6). It keeps nothing: each request has a server of its own. */
export const createMcpApp = (parts: McpParts): Express => {
  const { log, siteUrl, callLog } = parts;
  const callService = createServiceClient(parts.services);
  const admit = createAdmission({ ...parts, callService });
  const runTool = createToolRunner({ log, siteUrl, callLog, callService });
  const createServer = createMcpServers(siteUrl, parts.version, runTool);

  return createApp(log)
    .use(messageRoutes({ keys: parts.keys, admit, createServer }))
    .use(notFoundHandler)
    .use(problemHandler(siteUrl));
};
