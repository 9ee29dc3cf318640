import { z } from 'zod';
import { language } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { operation } from '../operation.ts';
import { SCOPE_PERMITS, scope } from '../scopes.ts';
import { DESCRIPTION_VERSION, INSTRUCTIONS_VERSION, SERVICE_NAME } from '../service.ts';

const META_LIMITS = {
  requests_per_minute: LIMITS.requestsPerMinute,
  writes_per_minute: LIMITS.writesPerMinute,
  connect_per_email_per_hour: LIMITS.connectPerEmailPerHour,
  poll_interval_seconds: LIMITS.pollIntervalSeconds,
  days_range: LIMITS.daysRange,
  day_bytes: LIMITS.dayBytes,
  meal_items: LIMITS.mealItems,
  workouts: LIMITS.workouts,
  statements: LIMITS.statements,
  links: LIMITS.links,
  share_link_days: LIMITS.shareLinkDays,
  profiles: LIMITS.profilesPerAccount,
  share_links: LIMITS.shareLinksPerAccount,
  body_bytes: LIMITS.bodyBytes,
};

const limitNames = Object.keys(META_LIMITS) as (keyof typeof META_LIMITS)[];

const metaBody = z.object({
  service: z.string(),
  version: z.string(),
  api_version: z.literal('v1'),
  description_version: z.string(),
  instructions_version: z.string(),
  urls: z.object({
    base: z.url(),
    site: z.url(),
    auth: z.url(),
    mcp: z.url(),
    openapi: z.url(),
    instructions: z.url(),
    oauth_metadata: z.url(),
  }),
  scopes: z.array(z.object({ name: scope, permits: z.string() })),
  languages: z.array(language),
  limits: z.object(mapFields(limitNames, () => z.int())),
});

/** The body of `GET /meta` for a service that is published under these addresses. */
export const presentMeta = (siteUrl: string, authUrl: string, version: string): z.infer<typeof metaBody> => ({
  service: SERVICE_NAME,
  version,
  api_version: 'v1',
  description_version: DESCRIPTION_VERSION,
  instructions_version: INSTRUCTIONS_VERSION,
  urls: {
    base: `${siteUrl}/api/v1`,
    site: siteUrl,
    auth: authUrl,
    mcp: `${siteUrl}/mcp`,
    openapi: `${siteUrl}/openapi.json`,
    instructions: `${siteUrl}/connect.md`,
    oauth_metadata: `${siteUrl}/.well-known/oauth-authorization-server`,
  },
  scopes: scope.options.map((name) => ({ name, permits: SCOPE_PERMITS[name] })),
  languages: language.options,
  limits: META_LIMITS,
});

export const getMeta = operation({
  id: 'get_meta',
  method: 'GET',
  path: '/meta',
  owner: 'gateway',
  access: 'none',
  summary: 'Versions, addresses, scopes and limits',
  status: 200,
  response: metaBody,
  example: { response: presentMeta('https://diary.example.org', 'https://diary.example.org', '1.0.0') },
});
