import type { MongoClient } from 'mongodb';
import { inTransaction } from 'shared/service/mongo.ts';
import { retryRaces } from 'shared/service/retry-races.ts';
import type { Connection, ConnectionStore } from '../connections/connection-store.ts';
import type { ConnectionRequest, RequestStore } from './request-store.ts';

/**
 * Consumes an approved request and makes its connection; false where another call has done so. Throws `unavailable` where other
 * writes are in its way for 4 s.
 */
export type Deliver = (request: ConnectionRequest, connection: Connection, at: Date) => Promise<boolean>;

/** Both happen in one step, so that an approval makes one connection however often it is asked for at once. */
export const createDelivery =
  (client: MongoClient, requests: RequestStore, connections: ConnectionStore): Deliver =>
  (request, connection, at) =>
    retryRaces(() =>
      inTransaction(client, async (session) => {
        if (!(await requests.take('deliver', request, at, { session }))) return false;
        await connections.create(connection, { session });
        return true;
      }),
    );
