import type { RequestHandler } from 'express';
import { LIMITS } from 'shared/contract/limits.ts';
import { needsToken, type Operation } from 'shared/contract/operation.ts';
import { Problem } from 'shared/service/problem.ts';

/** Refuses a body whose stated length is too large, without reading it; the service counts the others. */
export const refuseLargeBody =
  (operation?: Operation): RequestHandler =>
  (request, _response, next) => {
    if (Number(request.headers['content-length'] ?? 0) <= LIMITS.bodyBytes) return next();
    // Where no token is needed a bad size is a plain 400 (contract §4).
    const code = operation && !needsToken(operation) ? 'invalid_json' : 'payload_too_large';
    throw new Problem(code, 'The body is larger than 512 KiB.');
  };
