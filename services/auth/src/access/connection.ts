import type { exportedConnection } from 'shared/http/export-parts.ts';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { type Connection, expiryAfterUse } from './connection-store.ts';

/** A connection with a bearer token of its own; the token itself is kept nowhere (`C4.hashes`). */
export const newConnection = (
  granted: Pick<Connection, 'account_id' | 'client_name' | 'scopes'>,
  now: Date,
): { token: string; connection: Connection } => {
  const token = `drs_${randomSecret()}`;
  const connection: Connection = {
    _id: `tok_${uuidv7()}`,
    ...granted,
    access: 'email',
    token_hash: hashSecret(token),
    created_at: now,
    last_used_at: null,
    expires_at: expiryAfterUse(now),
  };
  return { token, connection };
};

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
