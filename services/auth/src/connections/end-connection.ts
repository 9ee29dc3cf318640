import type { ArtifactStore } from '../oauth/artifact-store.ts';
import type { Revocations } from '../revocations.ts';
import type { ConnectionStore } from './connection-store.ts';

/** Ends a connection at once and everywhere, with every token of it; false where there is none to end. */
export type EndConnection = (accountId: string, id: string) => Promise<boolean>;

export const createConnectionEnd =
  (connections: ConnectionStore, artifacts: ArtifactStore, revocations: Revocations): EndConnection =>
  async (accountId, id) => {
    if (!(await connections.remove(accountId, id))) return false;
    await revocations.announce('connection', id);
    await artifacts.removeOfGrant(id);
    return true;
  };
