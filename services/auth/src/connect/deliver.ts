import type { MongoClient } from 'mongodb';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { Connection, ConnectionStore } from '../access/connection-store.ts';
import type { ConnectionRequest, RequestStore } from '../access/request-store.ts';

export type Deliver = ReturnType<typeof createDelivery>;

/**
 * Makes the function that consumes an approved request and makes its connection, both in one step, so that an approval makes one
 * connection however often it is asked for at once; it returns false where another call has done so. Throws `unavailable` where
 * other writes are in its way for 4 s.
 */
export const createDelivery =
  (client: MongoClient, requests: RequestStore, connections: ConnectionStore) =>
  (request: ConnectionRequest, connection: Connection, now: Date): Promise<boolean> =>
    inRetriedTransaction(client, async (transaction) => {
      if (!(await requests.take('deliver', request, now, transaction))) return false;
      await connections.create(connection, transaction);
      return true;
    });
