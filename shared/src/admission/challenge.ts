import type { ResourcePath } from '../contract/oauth.ts';
import { Problem } from '../contract/problem.ts';
import type { Scope } from '../contract/scopes.ts';

/** Where a client learns how to get a token for a resource of ours (RFC 9728). */
export const resourceMetadataUrl = (siteUrl: string, resourcePath: ResourcePath): string =>
  `${siteUrl}/.well-known/oauth-protected-resource${resourcePath}`;

const challenge = (
  metadataUrl: string,
  scopes: readonly Scope[],
  error?: string,
): Record<string, string> => ({
  'WWW-Authenticate': `Bearer resource_metadata="${metadataUrl}", scope="${scopes.join(' ')}"${error ? `, error="${error}"` : ''}`,
});

/** 401 for a call without a token; `scopes` are those that it would need (RFC 6750, part 3). */
export const tokenMissing = (metadataUrl: string, scopes: readonly Scope[]): Problem =>
  new Problem('token_missing', 'Send a token as "Authorization: Bearer <token>".', {
    headers: challenge(metadataUrl, scopes),
  });

/** 401 for a token that is unknown, expired, revoked or meant for another resource. */
export const tokenInvalid = (
  metadataUrl: string,
  scopes: readonly Scope[],
  detail = 'The token is unknown, expired, revoked or not meant for this address. Refresh it (OAuth) or connect again.',
): Problem =>
  new Problem('token_invalid', detail, { headers: challenge(metadataUrl, scopes, 'invalid_token') });

/** 401 for what cannot be a token. A new one would not help: it would be sent in the same way. */
export const tokenMalformed = (metadataUrl: string, scopes: readonly Scope[]): Problem =>
  tokenInvalid(
    metadataUrl,
    scopes,
    'What follows "Bearer" is not written like a token: send the token alone, exactly as it was given.',
  );

/** 403 for a token without the scope that the call needs. */
export const insufficientScope = (metadataUrl: string, scope: Scope): Problem =>
  new Problem('insufficient_scope', `This needs a token with the scope ${scope}.`, {
    headers: challenge(metadataUrl, [scope], 'insufficient_scope'),
  });
