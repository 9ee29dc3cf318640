import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { connectionOptions, errorToTell } from './postgres-connection.ts';
import { SCHEMA } from './schema.ts';

/** So long a check waits for a frozen PostgreSQL; a driver gives up before. */
const LIMIT_MS = 60_000;
/** One that takes a second to answer is one that hangs. Shorter than the services give it, so that they do not notice. */
const PROBE = { text: 'SELECT 1', query_timeout: 1_000 };

/** Tells whether PostgreSQL serves, by a connection of its own: a busy pool is no engine that is away. */
export function createMonitor(config: Config) {
  let connection: Promise<pg.Client> | undefined;
  let check: Promise<void> | undefined;
  let hasSchema = false;

  const drop = async () => {
    const dropped = connection;
    connection = undefined;
    const client = await dropped?.catch(() => undefined);
    await client?.end();
  };
  const open = async () => {
    const client = new pg.Client(connectionOptions(config));
    client.on('error', () => void drop());
    try {
      await client.connect();
      if (!hasSchema) await client.query(SCHEMA);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    hasSchema = true;
    return client;
  };
  /** The process behind a connection may hang alone: what PostgreSQL does is told by a new one. */
  const openAnother = async () => {
    void drop();
    connection = open();
    await connection;
  };
  const checkOnce = async () => {
    try {
      connection ??= open();
      const client = await connection;
      await acceptsConnections(config);
      await client.query(PROBE).catch(openAnother);
    } catch (error) {
      void drop();
      throw errorToTell(error);
    } finally {
      check = undefined;
    }
  };

  return {
    /** Resolves when PostgreSQL answers. Rejects when it is away; one that is frozen keeps it waiting. */
    answers(): Promise<void> {
      check ??= checkOnce();
      return check;
    },
    close: drop,
  };
}

/**
 * Asks what a server answers before it cares who asks: "SSL?", to which it says no on a socket. When one of its
 * processes has crashed, PostgreSQL answers once it has told all others to end: before, an open connection that still
 * works proves nothing.
 */
async function acceptsConnections({ PG_SOCKET_DIR, PG_PORT }: Config): Promise<void> {
  const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
  const socket = connect(join(PG_SOCKET_DIR, `.s.PGSQL.${PG_PORT}`));
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  socket.write(sslRequest);
  for await (const _answer of socket) return;
  throw new Error('PostgreSQL closed the connection');
}
