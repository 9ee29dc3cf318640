import type { IntrospectionRequest } from 'shared/calls/introspection.ts';
import type { Assistant } from 'shared/calls/principal.ts';
import { hashSecret } from 'shared/process/keys.ts';
import type { Introspector } from './introspection.ts';

/** An assistant as auth knew it in the last minutes (`fresh`: now), and the request to auth that found it. */
export type AuthenticatedToken = {
  assistant: Assistant;
  fresh: boolean;
  introspectionRequest: IntrospectionRequest;
};

/** Whose token this is; undefined where it is nobody's, or good for other resources than this one (RFC 8707). */
export const findCaller = async (
  introspector: Introspector,
  token: string,
  resource: string,
): Promise<AuthenticatedToken | undefined> => {
  const introspectionRequest = { credential: 'token', hash: hashSecret(token) } as const;
  const { holder, fresh } = await introspector.introspect(introspectionRequest);
  if (holder?.principal.kind !== 'assistant') return undefined;
  const { principal: assistant, audience } = holder;
  return audience === null || audience.includes(resource)
    ? { assistant, fresh, introspectionRequest }
    : undefined;
};
