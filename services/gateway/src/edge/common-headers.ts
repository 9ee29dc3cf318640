import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { ALL_METHODS, withHead } from 'shared/contract/methods.ts';
import { Problem } from 'shared/contract/problem.ts';
import { INSTRUCTIONS_VERSION } from 'shared/contract/service.ts';
import { HOUR_SECONDS } from 'shared/process/time.ts';
import type { IsAllowedOrigin } from './allowed-origins.ts';

/** Security headers, `Instructions-Version`, and no caching. What a service or document sets for itself wins. */
export const commonHeaders = (siteUrl: string): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: siteUrl.startsWith('https:'),
  }),
  (_request, response, next) => {
    response.set({ 'Instructions-Version': INSTRUCTIONS_VERSION, 'Cache-Control': 'no-store' });
    next();
  },
];

/** What a page of another origin may read of an answer, beside its body. */
const EXPOSED = [
  'Allow',
  'ETag',
  'WWW-Authenticate',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Instructions-Version',
  'Idempotency-Replayed',
  'Idempotency-Record-Deleted',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
];

/** `serve` ends a preflight, as any other OPTIONS: with 404 where there is nothing. */
const CORS = { exposedHeaders: EXPOSED, maxAge: HOUR_SECONDS, preflightContinue: true };

/** Keeps the pages of other origins out; whoever is no browser sends no `Origin` (MCP, Streamable HTTP: security). */
export const refuseOtherOrigins =
  (isAllowed: IsAllowedOrigin): RequestHandler =>
  ({ headers: { origin } }, _response, next) => {
    if (origin === undefined || isAllowed(origin)) return next();
    const issue = {
      pointer: 'header/Origin',
      code: 'invalid_value',
      message: 'is not an origin whose pages may call this address',
    };
    throw new Problem('validation_failed', `The header Origin ${issue.message}.`, {
      issues: [issue],
      status: 403,
    });
  };

/**
 * CORS for the pages of these origins; answers to any other carry no CORS headers, so that the browser withholds them from the
 * page.
 */
export const allowOrigins = (isAllowed: IsAllowedOrigin): RequestHandler =>
  cors({
    origin: (origin, decide) => decide(null, origin !== undefined && isAllowed(origin) && origin),
    methods: withHead(ALL_METHODS),
    ...CORS,
  });

/** CORS for what any client may request, from pages of any origin: nothing there depends on a cookie. */
export const allowAnyOrigin: RequestHandler = cors({ methods: withHead(['GET', 'POST']), ...CORS });
