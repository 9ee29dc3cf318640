import { z } from 'zod';
import { hashSecret } from '../process/keys.ts';
import { assistant, person } from './principal.ts';

/** Where the gateway finds out from auth whose secret it is (as in RFC 7662); never reachable from outside. */
export const INTROSPECTION_PATH = '/internal/introspect';

/** `hash` is the SHA-256 of a bearer token or of a session cookie's secret, base64url (`hashSecret`). */
export const introspectionRequest = z.strictObject({
  credential: z.enum(['token', 'session']),
  hash: z.string(),
});
export type IntrospectionRequest = z.infer<typeof introspectionRequest>;

/**
 * Whose secret it is. `audience` lists the resources that a token is good for (RFC 8707), `null` is all of them; `exp` is its end, in
 * seconds, which an auth of the release before does not tell.
 */
const secretHolder = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    principal: z.discriminatedUnion('kind', [assistant, person]),
    audience: z.array(z.string()).nullable(),
    exp: z.number().default(Infinity),
  }),
]);
export type SecretHolder = z.infer<typeof secretHolder>;

/**
 * `caches_hold_ms` is for how long from the question on what is cached may be believed, of any secret; an auth of the release before
 * does not tell.
 */
export const introspection = z.intersection(
  secretHolder,
  z.object({ caches_hold_ms: z.number().default(0) }),
);
export type Introspection = z.infer<typeof introspection>;

/**
 * What decides the slot of a key in a Redis Cluster (hash tag): keys of an account that are used together have the same. The
 * end of an account's id is random, and enough.
 */
export const hashTag = (accountId: string): string => `{${accountId.slice(-12)}}`;

/**
 * The Redis key that tells every cache at once that a connection, or the whole account where none is named, is no longer good. It
 * outlives an account that is erased, and so names it by a hash.
 */
export const revocationKey = (accountId: string, connectionId?: string): string =>
  `revoked:${hashTag(accountId)}:${connectionId ?? hashSecret(accountId)}`;

/**
 * The Redis key that says that auth was asked about a connection and knew it. What a cache holds is believed only while it is there: a
 * Redis that has lost its keys may have lost a revocation with them.
 */
export const introspectedKey = (accountId: string, connectionId: string): string =>
  `introspected:${hashTag(accountId)}:${connectionId}`;
