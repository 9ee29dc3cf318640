import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { socketName } from './postgres-address.ts';
import { connectionOptions, toClientError } from './postgres-connection.ts';
import { SCHEMA } from './schema.ts';

/** How long a check waits for a frozen PostgreSQL; a driver gives up before. */
const LIMIT_MS = 60_000;
/** A PostgreSQL that takes a second to answer counts as hanging. Shorter than the services' limit, so that they do not notice. */
const PROBE = { text: 'SELECT 1', query_timeout: 1_000 };

/** Tells whether PostgreSQL serves, by a connection of its own: a busy pool does not mean that the engine is down. */
export const createMonitor = (config: Config) => {
  let connection: Promise<pg.Client> | undefined;
  let check: Promise<void> | undefined;
  let hasSchema = false;
  // Asking for a new connection costs PostgreSQL a process, so it is done only where a connection has broken.
  let isDoubted = true;

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
  /** The process behind one connection may hang alone: only a new connection shows what PostgreSQL does. */
  const openAnother = async () => {
    void drop();
    connection = open();
    await connection;
  };
  const checkOnce = async () => {
    try {
      connection ??= open();
      const client = await connection;
      if (isDoubted) await acceptsConnections(config);
      isDoubted = false;
      await client.query(PROBE).catch(openAnother);
    } catch (error) {
      isDoubted = true;
      void drop();
      throw toClientError(error);
    } finally {
      check = undefined;
    }
  };

  return {
    /** Says that a connection has broken: the next check asks whether PostgreSQL takes new ones. */
    doubt(): void {
      isDoubted = true;
    },
    /** Resolves when PostgreSQL answers. Rejects when it is down; while it is frozen, this waits. */
    answers(): Promise<void> {
      check ??= checkOnce();
      return check;
    },
    close: drop,
  };
};

/**
 * Asks what a server answers before it cares who asks: "SSL?", to which it says no on a socket. When one of its processes has
 * crashed, PostgreSQL answers only after it has told all others to end: until then, an open connection that still works proves
 * nothing.
 */
const acceptsConnections = async ({ PG_SOCKET_DIR }: Config): Promise<void> => {
  const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
  const socket = connect(join(PG_SOCKET_DIR, socketName));
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  socket.write(sslRequest);
  for await (const _answer of socket) return;
  throw new Error('PostgreSQL closed the connection');
};
