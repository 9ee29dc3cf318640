import { z } from 'zod';
import { token } from '../contract/account.ts';
import type { ServiceName } from '../contract/operation.ts';
import { askAboutAccount } from './ask-about-account.ts';
import type { Keys } from './keys.ts';
import type { Replicas } from './replicas.ts';

/** Where auth tells the other services who writes into an account; `?account_id=…`, for services only. */
export const ASSISTANTS_PATH = '/internal/assistants';

/** A connected assistant, and how often each of its operations succeeded in the last 7 days, the most frequent first. */
const connectedAssistant = token.omit({ current: true }).extend({
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
  const response = await askAboutAccount(keys, { service: auth, asker, path: ASSISTANTS_PATH, accountId });
  return connectedAssistants.parse(await response.json()).assistants;
};
