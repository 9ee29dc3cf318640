import type { AccountStore } from '../accounts/account-store.ts';
import type { RequestStore } from '../connect/request-store.ts';
import type { ConnectionStore } from '../connections/connection-store.ts';
import type { ArtifactStore } from '../oauth/artifact-store.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { SignInLinkStore } from '../sign-in/sign-in-link-store.ts';

type AccessStores = {
  accounts: AccountStore;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  requests: RequestStore;
  connections: ConnectionStore;
  artifacts: ArtifactStore;
};

export type RevokeAccess = ReturnType<typeof createAccessRevocation>;

/**
 * Makes the function that deletes whatever gave access to an account that is being erased, or was about to. It does nothing for
 * an account that is not being erased, and may be called again.
 */
export const createAccessRevocation =
  ({ accounts, sessions, signInLinks, requests, connections, artifacts }: AccessStores) =>
  async (accountId: string): Promise<void> => {
    const account = await accounts.findById(accountId);
    if (!account?.erasing) return;
    // What was asked for later belongs to whoever begins anew with the address.
    const { email_key, since } = account.erasing;
    await requests.removeOf(email_key, since);
    await signInLinks.removeOf(email_key, since);
    await sessions.removeAll(accountId);
    await connections.removeAll(accountId);
    await artifacts.removeOfAccount(accountId);
  };
