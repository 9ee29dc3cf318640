import type { exportedConnection } from 'shared/service/export-parts.ts';
import type { z } from 'zod';
import type { Connection } from './connection-store.ts';

/** A connection as everybody may know it: without secrets. */
export const presentConnection = (connection: Connection): z.input<typeof exportedConnection> => ({
  id: connection._id,
  client_name: connection.client_name,
  access: connection.access,
  scopes: connection.scopes,
  created_at: connection.created_at.toISOString(),
  last_used_at: connection.last_used_at?.toISOString() ?? null,
  expires_at: connection.expires_at.toISOString(),
});
