import type { Bury } from 'shared/service/tombstones.ts';
import type { ArtifactStore } from '../oauth/artifact-store.ts';
import type { Revocations } from '../revocations.ts';
import type { ConnectionStore } from './connection-store.ts';

/** Ends a connection at once and everywhere, with every token of it; false where there is none to end. */
export type EndConnection = (accountId: string, id: string) => Promise<boolean>;

/**
 * Makes the function that ends connections: buried first, so that no backup brings one back, then deleted and announced to
 * every cache.
 */
export const createConnectionEnd =
  (
    connections: ConnectionStore,
    artifacts: ArtifactStore,
    revocations: Revocations,
    bury: Bury,
  ): EndConnection =>
  async (accountId, id) => {
    if (!(await connections.exists(accountId, id))) return false;
    await bury(id);
    if (!(await connections.remove(accountId, id))) return false;
    await revocations.announce(accountId, id);
    await artifacts.removeOfGrant(id);
    return true;
  };
