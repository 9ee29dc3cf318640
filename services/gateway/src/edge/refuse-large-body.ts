import type { RequestHandler } from 'express';
import { LIMITS } from 'shared/contract/limits.ts';
import { type Operation, refusesBodyPlainly } from 'shared/contract/operation.ts';
import { Problem } from 'shared/contract/problem.ts';

/** Refuses a body whose stated length is too large, without reading it; the service counts the others. */
export const refuseLargeBody =
  (operation?: Operation): RequestHandler =>
  (request, _response, next) => {
    if (Number(request.headers['content-length'] ?? 0) <= LIMITS.bodyBytes) return next();
    const code = operation && refusesBodyPlainly(operation) ? 'invalid_json' : 'payload_too_large';
    throw new Problem(code, `The body is larger than ${LIMITS.bodyBytes / 1024} KiB.`);
  };
