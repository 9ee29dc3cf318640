import type { ServiceName } from '../contract/operation.ts';
import type { Keys } from './keys.ts';
import { PRINCIPAL_HEADER, signPrincipal } from './principal.ts';
import { unavailable } from './problem.ts';
import type { Replicas } from './replicas.ts';
import { requestIdHeader } from './request-context.ts';

/** Shorter than the 5 s within which a page has its answer. */
const NO_ANSWER_MS = 4000;

export type AccountQuestion = { service: Replicas; asker: ServiceName; path: string; accountId: string };

/**
 * What another service answers at `path?account_id=…`, an address for services only. Throws `unavailable` where it cannot be
 * asked or its answer does not begin within 4 s; the body may take as long as whoever reads it.
 */
export const askAboutAccount = async (
  keys: Keys,
  { service, asker, path, accountId }: AccountQuestion,
): Promise<Response> => {
  const replica = service.pick();
  if (!replica) throw unavailable();
  const address = `http://${replica.host}${path}?${new URLSearchParams({ account_id: accountId })}`;
  const principal = signPrincipal(keys, { kind: 'service', service: asker });
  const headers = { [PRINCIPAL_HEADER]: principal, ...requestIdHeader() };
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), NO_ANSWER_MS);
  const response = await fetch(address, { headers, signal: waiting.signal }).catch(() => undefined);
  clearTimeout(timer);
  if (!response?.ok) throw unavailable();
  return response;
};
