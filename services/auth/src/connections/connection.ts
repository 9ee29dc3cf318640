import { hashSecret, randomSecret } from 'shared/service/keys.ts';
import { uuidv7 } from 'uuidv7';
import { type Connection, expiryAfterUse } from './connection-store.ts';

/** A connection with a bearer token of its own (contract §4); the token itself is kept nowhere. */
export const newConnection = (
  granted: Pick<Connection, 'account_id' | 'client_name' | 'scopes'>,
  at: Date,
): { token: string; connection: Connection } => {
  const token = `drs_${randomSecret()}`;
  const connection: Connection = {
    _id: `tok_${uuidv7()}`,
    ...granted,
    access: 'email',
    token_hash: hashSecret(token),
    created_at: at,
    last_used_at: null,
    expires_at: expiryAfterUse(at),
  };
  return { token, connection };
};
