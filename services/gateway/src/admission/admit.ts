import type { RequestHandler } from 'express';
import type { CallLog } from 'shared/admission/call-log.ts';
import {
  insufficientScope,
  resourceMetadataUrl,
  tokenInvalid,
  tokenMalformed,
  tokenMissing,
} from 'shared/admission/challenge.ts';
import { type Limits, rateLimited, rateLimitHeaders } from 'shared/admission/limits.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { isWrite, needsToken, type Operation } from 'shared/contract/operation.ts';
import { answeredStatus } from 'shared/observe/answered-status.ts';
import { bearerToken } from './bearer-token.ts';
import type { Introspector } from './introspection.ts';
import { type AuthenticatedToken, findCaller } from './token-owner.ts';

export type AdmissionParts = {
  siteUrl: string;
  introspector: Introspector;
  limits: Limits;
  callLog: CallLog;
};

/**
 * Lets a call of an operation through: token, revocation, limits, scope. Leaves the principal in `response.locals`. Throws
 * `token_missing`, `token_invalid`, `rate_limited`, `insufficient_scope`, and `unavailable` where auth cannot be asked.
 */
export const admit =
  (parts: AdmissionParts) =>
  (operation: Operation): RequestHandler => {
    if (!needsToken(operation))
      return (request, _response, next) => {
        request.operationId = operation.id;
        next();
      };
    const resource = `${parts.siteUrl}${RESOURCE_PATHS.rest}`;
    const metadataUrl = resourceMetadataUrl(parts.siteUrl, RESOURCE_PATHS.rest);
    const calls = isWrite(operation) ? { requests: 1, writes: 1 } : { requests: 1 };
    const invalid = () => tokenInvalid(metadataUrl, [operation.access]);

    return async (request, response, next) => {
      request.operationId = operation.id;
      const token = bearerToken(request);
      if (token === undefined) throw tokenMissing(metadataUrl, [operation.access]);
      if (token === null) throw tokenMalformed(metadataUrl, [operation.access]);
      const caller = await findCaller(parts.introspector, token, resource);
      if (!caller) throw invalid();

      const { assistant } = caller;
      const { revoked, counts } = await parts.limits.count(assistant, calls);
      if (revoked ?? !(await isStillActive(parts.introspector, caller))) throw invalid();
      response.set(rateLimitHeaders(counts));
      // The one to wait for longest: before that, the next call would be refused by the other.
      const [refused] = counts
        .filter(({ allowed }) => !allowed)
        .toSorted((one, other) => other.resetSeconds - one.resetSeconds);
      if (refused) throw rateLimited(refused);

      response.once('close', () =>
        parts.callLog.add(assistant, {
          operation: operation.id,
          channel: 'rest',
          status: answeredStatus(response),
        }),
      );
      if (!assistant.scopes.includes(operation.access))
        throw insufficientScope(metadataUrl, operation.access);
      response.locals.principal = assistant;
      next();
    };
  };

/**
 * Without Redis only auth can say whether a cached answer still holds. The cache is emptied, because what is revoked now is
 * marked in Redis only a moment after Redis is back.
 */
const isStillActive = async (
  introspector: Introspector,
  { fresh, introspectionRequest }: AuthenticatedToken,
): Promise<boolean> => {
  introspector.clear();
  return fresh || (await introspector.introspectFresh(introspectionRequest)) !== null;
};
