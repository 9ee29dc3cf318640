import type { Request } from 'express';
import { z } from 'zod';
import type { ServiceName } from '../contract/operation.ts';
import { access, account } from '../contract/operations/account.ts';
import { unavailable } from '../contract/problem.ts';
import { scope } from '../contract/scopes.ts';
import { CLOCK_AHEAD_MS, PRINCIPAL_MS, SIGNATURE_REUSED_MS } from '../deadlines.ts';
import { requestIdHeader } from '../observe/request-context.ts';
import type { Keys } from '../process/keys.ts';

/** Only between our services: who calls, signed (`signPrincipal`), and the network of the caller as text. */
export const PRINCIPAL_HEADER = 'internal-principal';
export const NETWORK_HEADER = 'internal-network';

/** `time_zone` is the zone that the account began in: the default profile is made with it. */
const callersAccount = account.extend({ time_zone: z.string() });
export type CallersAccount = z.infer<typeof callersAccount>;

/** An assistant that calls with a bearer token. */
export const assistant = z.object({
  kind: z.literal('assistant'),
  account: callersAccount,
  connection: z.object({ id: z.string(), client_name: z.string(), access }),
  scopes: z.array(scope),
});
export type Assistant = z.infer<typeof assistant>;

/** A person who is signed in on our pages. */
export const person = z.object({
  kind: z.literal('person'),
  account: callersAccount,
  /** A release that does not tell when the person signed in is taken to say: long ago. */
  session: z.object({ id: z.string(), signed_in_at: z.iso.datetime().optional() }),
});
export type Person = z.infer<typeof person>;

/** A service of ours, on an `/internal/…` address. */
type Service = { kind: 'service'; service: ServiceName };
/** Who is calling: an assistant or person as the gateway found out, or one of the services. */
export type Principal = Assistant | Person | Service;

/** The principal as a header that services trust for a minute: base64url JSON and its HMAC. */
export const signPrincipal = (keys: Keys, principal: Principal): string => {
  const data = Buffer.from(JSON.stringify({ ...principal, exp: Date.now() + PRINCIPAL_MS })).toString(
    'base64url',
  );
  return `${data}.${keys.sign('principal', data)}`;
};

/** `signPrincipal` that caches its result for each principal. If the clock jumps, it signs anew. */
export const createPrincipalSigner = (keys: Keys): ((principal: Principal) => string) => {
  const signed = new WeakMap<Principal, { header: string; at: number }>();
  return (principal) => {
    const now = Date.now();
    const last = signed.get(principal);
    if (last && last.at <= now && now < last.at + SIGNATURE_REUSED_MS) return last.header;
    const header = signPrincipal(keys, principal);
    signed.set(principal, { header, at: now });
    return header;
  };
};

/**
 * The principal that the gateway or another service signed; undefined where the header is absent. Throws `unavailable` where it
 * is invalid: if keys or clocks differ, a caller has no reason to think that its token ended.
 */
export const verifyPrincipal = (keys: Keys, header: string | undefined): Principal | undefined => {
  if (!header) return undefined;
  const [data = '', mac = ''] = header.split('.');
  if (!keys.verify('principal', data, mac)) throw unavailable("SECRET_KEY differs from the caller's");
  const { exp, ...principal } = JSON.parse(Buffer.from(data, 'base64url').toString('utf8'));
  const msLeft = exp - Date.now();
  // A clock further ahead would make its signatures valid for longer than an erasure waits.
  if (msLeft <= 0 || msLeft > PRINCIPAL_MS + CLOCK_AHEAD_MS)
    throw unavailable("the clock differs from the caller's");
  return principal;
};

/** Who a request says is calling, as `verifyPrincipal`. */
export const principalOf = (keys: Keys, request: Request): Principal | undefined =>
  verifyPrincipal(keys, request.get(PRINCIPAL_HEADER));

/** What a service sends when it calls another for itself. */
export const serviceHeaders = (keys: Keys, service: ServiceName): Record<string, string> => ({
  [PRINCIPAL_HEADER]: signPrincipal(keys, { kind: 'service', service }),
  ...requestIdHeader(),
});

/** The caller's network, as the gateway wrote it. */
export const callersNetwork = (request: Request): string => request.get(NETWORK_HEADER) ?? '';
