import { everyService, list, origin, readConfig, variables } from 'shared/service/config.ts';
import { z } from 'zod';

/** What the gateway reads of its environment (contract §9). */
export const config = readConfig({
  ...everyService,
  AUTH_URL: variables.AUTH_URL,
  AUTH_SERVICE_URL: variables.SERVICE_URL,
  DIARY_SERVICE_URL: variables.SERVICE_URL,
  REPORTS_SERVICE_URL: variables.SERVICE_URL,
  MCP_SERVICE_URL: variables.SERVICE_URL,
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).optional(),
  /** How many proxies stand in front; each adds one address to X-Forwarded-For, and only those are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
});
