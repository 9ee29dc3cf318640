import type { WriteTombstone } from 'shared/store/tombstones.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { RevocationMarkers } from './revocation-markers.ts';

export type RevokeConnection = ReturnType<typeof createRevokeConnection>;

/**
 * Makes the function that ends a connection at once and everywhere, with every token of it; it returns false where there is none
 * to end. First the tombstone, so that no backup brings it back; then it is deleted.
 */
export const createRevokeConnection =
  (
    connections: ConnectionStore,
    artifacts: ArtifactStore,
    revocations: RevocationMarkers,
    writeTombstone: WriteTombstone,
  ) =>
  async (accountId: string, id: string): Promise<boolean> => {
    if (!/^tok_[\w-]{1,60}$/.test(id)) return false;
    if (!(await connections.exists(accountId, id))) return false;
    await writeTombstone(id);
    const isRemoved = await revocations.endAtOnce(() => connections.remove(accountId, id), accountId, id);
    if (isRemoved) await artifacts.removeOfGrant(id);
    return isRemoved;
  };
