import { AUTH_URL, everyService, list, origin, readConfig, serviceUrl } from 'shared/process/config.ts';
import { z } from 'zod';

/** What the gateway reads of its environment (`C9.settings`). */
export const config = readConfig({
  ...everyService,
  AUTH_URL,
  AUTH_SERVICE_URL: serviceUrl,
  DIARY_SERVICE_URL: serviceUrl,
  REPORTS_SERVICE_URL: serviceUrl,
  MCP_SERVICE_URL: serviceUrl,
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).optional(),
  /** Whether OAuth clients are told that they can name themselves by a metadata document; those that are not told register. */
  OFFER_CLIENT_DOCUMENTS: z.stringbool().default(true),
  /** How many proxies stand in front; each adds one address to X-Forwarded-For, and only those are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
});
