import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { uuidv7 } from 'uuidv7';
import { principalOf } from '../calls/principal.ts';
import { HELD_PREFERENCE, type Readiness } from '../calls/readiness.ts';
import { Problem } from '../contract/problem.ts';
import { INSTRUCTIONS_VERSION } from '../contract/service.ts';
import { READINESS_HELD_MS } from '../deadlines.ts';
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

/**
 * Answers `/health/live` and `/health/ready`, and hands the rest to `app`. To a service that asks with `Prefer: wait=5` (RFC 7240) it
 * answers that it is ready only after 5 s, and at once that it stops.
 */
export const healthApp = ({ service, app, checks, keys }: HealthOptions, stopping: AbortSignal): Express => {
  const runChecks = cacheChecks(checks);
  const readiness = async (request: Request): Promise<Readiness> => {
    const results = Object.entries(await runChecks());
    const refusal = keys && refusalOf(request, keys);
    const isReady = !stopping.aborted && !refusal && results.every(([, { up }]) => up);
    return {
      service,
      status: isReady ? 'ready' : stopping.aborted ? 'stopping' : 'unavailable',
      checks: Object.fromEntries(results.map(([name, { up }]) => [name, up ? 'up' : 'down'])),
      refusal,
    };
  };
  const ready: RequestHandler = async (request, response) => {
    let body = await readiness(request);
    if (keys && body.status === 'ready' && request.get('prefer') === HELD_PREFERENCE) {
      await sleep(READINESS_HELD_MS, undefined, { signal: stopping }).catch(() => {});
      body = await readiness(request);
    }
    response
      .status(body.status === 'ready' ? 200 : 503)
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
