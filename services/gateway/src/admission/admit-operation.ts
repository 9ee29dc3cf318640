import type { RequestHandler } from 'express';
import { createAdmit, type AdmissionParts as SharedParts } from 'shared/admission/admit.ts';
import {
  resourceMetadataUrl,
  tokenInvalid,
  tokenMalformed,
  tokenMissing,
} from 'shared/admission/challenge.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { isWrite, needsToken, type Operation } from 'shared/contract/operation.ts';
import { answeredStatus } from 'shared/observe/answered-status.ts';
import { bearerToken } from './bearer-token.ts';
import type { Introspector } from './introspection.ts';
import { type AuthenticatedToken, findCaller } from './token-owner.ts';

export type AdmissionParts = SharedParts & { introspector: Introspector };

/**
 * Lets a call of an operation through: token, revocation, limits, scope. Leaves the principal in `response.locals`. Throws
 * `token_missing`, `token_invalid`, `rate_limited`, `insufficient_scope`, and `unavailable` where auth cannot be asked.
 */
export const admitOperation =
  (parts: AdmissionParts) =>
  (operation: Operation): RequestHandler => {
    if (!needsToken(operation))
      return (request, _response, next) => {
        request.operationId = operation.id;
        next();
      };
    const resource = `${parts.siteUrl}${RESOURCE_PATHS.rest}`;
    const metadataUrl = resourceMetadataUrl(parts.siteUrl, RESOURCE_PATHS.rest);
    const scopes = [operation.access];
    const called = [{ name: operation.id, scope: operation.access, writes: isWrite(operation) }];
    const admitCall = createAdmit({
      ...parts,
      channel: 'rest',
      metadataUrl,
      scopes,
      refusedBy: ['requests', 'writes'],
    });

    return async (request, response, next) => {
      request.operationId = operation.id;
      const token = bearerToken(request);
      if (token === undefined) throw tokenMissing(metadataUrl, scopes);
      if (token === null) throw tokenMalformed(metadataUrl, scopes);
      const caller = await findCaller(parts.introspector, token, resource);
      if (!caller) throw tokenInvalid(metadataUrl, scopes);

      const { assistant } = caller;
      const isStillActive = (cachesHold: boolean) => isActive(parts.introspector, caller, cachesHold);
      const { log } = await admitCall({ assistant, requests: 1, called, isStillActive }, response);
      response.once('close', () => log(operation.id, answeredStatus(response)));
      response.locals.principal = assistant;
      next();
    };
  };

/**
 * Of a token with a marker, without Redis, or after it has lost its keys, only auth can say whether a cached answer still holds. Where
 * Redis was away or has lost keys, the cache is emptied: markers of its last moment may be gone, with notes of before still there.
 */
const isActive = async (
  introspector: Introspector,
  { fresh, introspectionRequest }: AuthenticatedToken,
  cachesHold: boolean,
): Promise<boolean> => {
  if (!cachesHold) introspector.clear();
  return fresh || (await introspector.introspectFresh(introspectionRequest)) !== null;
};
