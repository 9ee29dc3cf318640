import type { Document } from 'bson';
import type { Handler } from './command.ts';
import type { Postgres } from './postgres.ts';
import { MAX_MESSAGE_BYTES } from './wire-message.ts';

/** MongoDB 7.0's version of the wire protocol: the newest without `bulkWrite`, which is not served. */
const WIRE_VERSION = 21;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * The commands by which a driver finds out what server it talks to. They wait for PostgreSQL, so that its state is the
 * server's.
 */
export const handshakeCommands = (postgres: Postgres, port: number): Record<string, Handler> => {
  const address = `127.0.0.1:${port}`;
  const hello: Handler = async () => {
    await postgres.answers();
    return helloOf(address);
  };
  const ping: Handler = async () => {
    await postgres.answers();
    return {};
  };
  const buildInfo: Handler = () => ({
    version: '7.0.0',
    versionArray: [7, 0, 0, 0],
    gitVersion: 'DocumentDB 1.0 on PostgreSQL 18',
    bits: 64,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    modules: [],
  });
  return { hello, isMaster: hello, ismaster: hello, ping, buildInfo, buildinfo: buildInfo };
};

/** The only member, and primary, of a replica set: without one, drivers offer no transactions. */
const helloOf = (address: string): Document => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  secondary: false,
  setName: 'rs0',
  setVersion: 1,
  hosts: [address],
  primary: address,
  me: address,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  // As many as DocumentDB takes in one command.
  maxWriteBatchSize: 25_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
});
