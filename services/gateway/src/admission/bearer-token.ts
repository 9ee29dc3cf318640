import type { Request } from 'express';

/**
 * `Bearer` and a token (RFC 6750, part 2.1). Every token of ours ends in 256 random bits, written as 43 characters: what does
 * not is refused here, so that a flood of made-up tokens does not reach auth.
 */
const BEARER = /^Bearer +((?:drs_)?[\w-]{43})$/i;

/** The bearer token of a request; undefined where none was sent, null where what was sent cannot be one of ours. */
export const bearerToken = (request: Request): string | null | undefined => {
  const { authorization = '' } = request.headers;
  if (!/^Bearer\b/i.test(authorization)) return undefined;
  return BEARER.exec(authorization)?.[1] ?? null;
};
