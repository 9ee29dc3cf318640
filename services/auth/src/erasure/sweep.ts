import type { AccountStore } from '../accounts/account-store.ts';
import type { CallLogStore } from '../call-log/call-log-store.ts';
import type { RequestStore } from '../connect/request-store.ts';
import type { ConnectionStore } from '../connections/connection-store.ts';
import type { ArtifactStore } from '../oauth/artifact-store.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { SignInLinkStore } from '../sign-in/sign-in-link-store.ts';

type SweepParts = {
  accounts: AccountStore;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  requests: RequestStore;
  connections: ConnectionStore;
  artifacts: ArtifactStore;
  calls: CallLogStore;
};

/** Deletes everything that auth owns of an account that is being erased, save the account itself. */
export const createSweep =
  ({ accounts, sessions, signInLinks, requests, connections, artifacts, calls }: SweepParts) =>
  async (accountId: string): Promise<void> => {
    const account = await accounts.findById(accountId);
    if (!account?.erasing) return;
    // What was asked for later belongs to whoever begins anew with the address.
    const { email_key, since } = account.erasing;
    await sessions.removeAll(accountId);
    await connections.removeAll(accountId);
    await artifacts.removeOfAccount(accountId);
    await requests.removeOf(email_key, since);
    await signInLinks.removeOf(email_key, since);
    await calls.removeAll(accountId);
  };
