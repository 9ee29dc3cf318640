import type { WriteTombstone } from 'shared/service/tombstones.ts';
import type { ArtifactStore } from '../oauth/artifact-store.ts';
import type { Revocations } from '../revocations.ts';
import type { ConnectionStore } from './connection-store.ts';

export type EndConnection = ReturnType<typeof createConnectionEnd>;

/**
 * Makes the function that ends a connection at once and everywhere, with every token of it; it gives false where there is none
 * to end. First the tombstone, so that no backup brings it back; then it is deleted, and announced to every cache.
 */
export const createConnectionEnd =
  (
    connections: ConnectionStore,
    artifacts: ArtifactStore,
    revocations: Revocations,
    writeTombstone: WriteTombstone,
  ) =>
  async (accountId: string, id: string): Promise<boolean> => {
    if (!(await connections.exists(accountId, id))) {
      // An attempt before may have died between the deletion and its announcement.
      if (/^tok_[\w-]{1,60}$/.test(id)) await revocations.announce(accountId, id);
      return false;
    }
    await writeTombstone(id);
    if (!(await connections.remove(accountId, id))) return false;
    await revocations.announce(accountId, id);
    await artifacts.removeOfGrant(id);
    return true;
  };
