import type { Db } from 'mongodb';
import { createArtifactStore } from '../access/artifact-store.ts';
import { createConnectionStore } from '../access/connection-store.ts';
import { createRequestStore } from '../access/request-store.ts';
import { createSessionStore } from '../access/session-store.ts';
import { createSignInLinkStore } from '../access/sign-in-link-store.ts';
import { createAccountStore } from '../accounts/account-store.ts';

export type AccessStores = ReturnType<typeof createAccessStores>;

/** The accounts, and whatever gives access to one or is about to. */
export const createAccessStores = (db: Db) => ({
  accounts: createAccountStore(db),
  sessions: createSessionStore(db),
  signInLinks: createSignInLinkStore(db),
  requests: createRequestStore(db),
  connections: createConnectionStore(db),
  artifacts: createArtifactStore(db),
});

/**
 * Deletes whatever gave access to an account that is being erased, or was about to. It does nothing for an account that is not
 * being erased, and may be called again.
 */
export const revokeAccess = async (
  { accounts, sessions, signInLinks, requests, connections, artifacts }: AccessStores,
  accountId: string,
): Promise<void> => {
  const account = await accounts.findById(accountId);
  if (!account?.erasing) return;
  const { erasing, moves = [] } = account;
  const addresses = [...moves, { email_key: erasing.email_key, at: erasing.since }];
  for (const { email_key, at } of addresses) {
    // What was asked for after the account left an address belongs to whoever begins anew with it.
    await requests.removeOf(accountId, email_key, at);
    await signInLinks.removeOf(accountId, email_key, at);
  }
  await sessions.removeAll(accountId);
  await connections.removeAll(accountId);
  await artifacts.removeOfAccount(accountId);
};
