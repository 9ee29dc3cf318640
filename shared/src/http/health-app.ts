import express, { type Express, type Request, type RequestHandler } from 'express';
import { uuidv7 } from 'uuidv7';
import { principalOf } from '../calls/principal.ts';
import type { Readiness } from '../calls/readiness.ts';
import { Problem } from '../contract/problem.ts';
import { INSTRUCTIONS_VERSION } from '../contract/service.ts';
import { cacheChecks, type HealthChecks } from '../observe/health-checks.ts';
import type { Keys } from '../process/keys.ts';

export type HealthOptions = {
  service: string;
  app: Express;
  /** What its callers sign with; absent where none calls. */
  keys?: Keys;
  /** Each is listed by name in `/health/ready`; any that fails makes the service not ready. */
  checks: HealthChecks;
};

/** Without it a cache may keep an answer for as long as it likes (RFC 9111, part 4.2.2). */
const OF_THIS_MOMENT = { 'Cache-Control': 'no-store' };

/** Why the caller's signature is invalid: another SECRET_KEY, or a clock that differs. */
const refusalOf = (request: Request, keys: Keys): string | undefined => {
  try {
    principalOf(keys, request);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.reason;
    throw error;
  }
};

/** Answers `/health/live` and `/health/ready`, and hands the rest to `app`. */
export const healthApp = (
  { service, app, checks, keys }: HealthOptions,
  isStopping: () => boolean,
): Express => {
  const runChecks = cacheChecks(checks);
  const ready: RequestHandler = async (request, response) => {
    const results = Object.entries(await runChecks());
    const refusal = keys && refusalOf(request, keys);
    const isReady = !isStopping() && !refusal && results.every(([, { up }]) => up);
    const body: Readiness = {
      service,
      status: isReady ? 'ready' : isStopping() ? 'stopping' : 'unavailable',
      checks: Object.fromEntries(results.map(([name, { up }]) => [name, up ? 'up' : 'down'])),
      refusal,
    };
    response
      .status(isReady ? 200 : 503)
      .set(OF_THIS_MOMENT)
      .json(body);
  };
  return express()
    .disable('x-powered-by')
    .use((_request, response, next) => {
      // Every response has them (`C1.on_every_answer`), also those that the gateway itself makes here.
      response.set({ 'X-Request-Id': uuidv7(), 'Instructions-Version': INSTRUCTIONS_VERSION });
      next();
    })
    .get('/health/live', (_request, response) => void response.set(OF_THIS_MOMENT).json({ status: 'live' }))
    .get('/health/ready', ready)
    .use(app);
};
