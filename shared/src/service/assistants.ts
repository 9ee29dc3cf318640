import { z } from 'zod';
import { token } from '../contract/account.ts';
import type { ServiceName } from '../contract/operation.ts';
import type { Keys } from './keys.ts';
import { PRINCIPAL_HEADER, signPrincipal } from './principal.ts';
import { unavailable } from './problem.ts';
import type { Replicas } from './replicas.ts';
import { requestIdHeader } from './request-context.ts';

/** Where auth tells the other services who writes into an account; `?account_id=…`, for services only. */
export const ASSISTANTS_PATH = '/internal/assistants';

/** Shorter than the 5 s within which a page has its answer. */
const NO_ANSWER_MS = 4000;

/** A connected assistant, and how often each of its operations succeeded in the last 7 days, the most frequent first. */
export const connectedAssistant = token.omit({ current: true }).extend({
  calls: z.array(z.object({ operation: z.string(), count: z.int() })),
});
export type ConnectedAssistant = z.infer<typeof connectedAssistant>;

/** The newest first. */
export const connectedAssistants = z.object({ assistants: z.array(connectedAssistant) });

/** The connected assistants of an account, as auth knows them. Throws `unavailable` where auth cannot be asked. */
export const fetchAssistants = async (
  keys: Keys,
  { auth, asker, accountId }: { auth: Replicas; asker: ServiceName; accountId: string },
): Promise<ConnectedAssistant[]> => {
  const replica = auth.pick();
  if (!replica) throw unavailable();
  const address = `http://${replica.host}${ASSISTANTS_PATH}?${new URLSearchParams({ account_id: accountId })}`;
  const principal = signPrincipal(keys, { kind: 'service', service: asker });
  const response = await fetch(address, {
    headers: { [PRINCIPAL_HEADER]: principal, ...requestIdHeader() },
    signal: AbortSignal.timeout(NO_ANSWER_MS),
  }).catch(() => undefined);
  if (!response?.ok) throw unavailable();
  return connectedAssistants.parse(await response.json()).assistants;
};
