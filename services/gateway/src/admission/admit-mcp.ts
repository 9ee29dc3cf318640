import type { RequestHandler } from 'express';
import {
  resourceMetadataUrl,
  tokenInvalid,
  tokenMalformed,
  tokenMissing,
} from 'shared/admission/challenge.ts';
import { MCP_WITH_SLASH, RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { AdmissionParts } from './admit-operation.ts';
import { bearerToken } from './bearer-token.ts';
import { findCaller } from './token-owner.ts';

/**
 * Lets whoever has a token for /mcp through, with the principal in `response.locals`. Its messages are counted, checked
 * for their scope and logged by mcp, which alone can read them, and which asks for revocations in the same round trip.
 */
export const admitMcp = ({
  siteUrl,
  introspector,
}: Pick<AdmissionParts, 'siteUrl' | 'introspector'>): RequestHandler => {
  return async (request, response, next) => {
    const isSlashed = request.originalUrl.startsWith(MCP_WITH_SLASH);
    const metadataUrl = resourceMetadataUrl(siteUrl, isSlashed ? MCP_WITH_SLASH : RESOURCE_PATHS.mcp);
    const token = bearerToken(request);
    if (token === undefined) throw tokenMissing(metadataUrl, ALL_SCOPES);
    if (token === null) throw tokenMalformed(metadataUrl, ALL_SCOPES);
    const caller = await findCaller(introspector, token, `${siteUrl}${RESOURCE_PATHS.mcp}`);
    if (!caller) throw tokenInvalid(metadataUrl, ALL_SCOPES);
    response.locals.principal = caller.assistant;
    next();
  };
};
