import type { MongoClient } from 'mongodb';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { Connection, ConnectionStore } from '../access/connection-store.ts';
import type { ConnectionRequest, RequestStore } from '../access/request-store.ts';
import type { RevokeConnection } from '../access/revoke-connection.ts';

export type Deliver = ReturnType<typeof createDelivery>;

/** Ends what an approved request replaces (`C4.replace`). It may be called any number of times. */
export const endReplaced = async (
  revokeConnection: RevokeConnection,
  accountId: string,
  { replaces = [] }: Pick<ConnectionRequest, 'replaces'>,
): Promise<void> => {
  for (const id of replaces) await revokeConnection(accountId, id);
};

/**
 * Makes the function that consumes an approved request and makes its connection, both in one step, so that an approval makes one
 * connection however often it is asked for at once; it returns false where another call has done so. Throws `unavailable` where
 * other writes are in its way for 4 s.
 */
export const createDelivery =
  (
    client: MongoClient,
    requests: RequestStore,
    connections: ConnectionStore,
    revokeConnection: RevokeConnection,
  ) =>
  async (request: ConnectionRequest, connection: Connection, now: Date): Promise<boolean> => {
    // Whoever approved may have been cut off before.
    await endReplaced(revokeConnection, connection.account_id, request);
    return inRetriedTransaction(client, async (transaction) => {
      if (!(await requests.take('deliver', request, now, transaction))) return false;
      await connections.create(connection, transaction);
      return true;
    });
  };
