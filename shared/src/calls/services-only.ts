import type { RequestHandler } from 'express';
import { notFound } from '../contract/problem.ts';
import type { Keys } from '../process/keys.ts';
import { principalOf } from './principal.ts';

/**
 * Lets only our own services through to an `/internal/…` address; for anybody else it does not exist. Throws `not_found`, and
 * `unavailable` where the principal's signature or time is invalid.
 */
export const servicesOnly =
  (keys: Keys): RequestHandler =>
  (request, _response, next) => {
    if (principalOf(keys, request)?.kind !== 'service') throw notFound();
    next();
  };
