import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresAddress, socketName } from 'wire-gateway/postgres-address.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { documentDbPrograms, forgetKilledServer, makeCluster, writeSettings } from './documentdb-cluster.ts';
import { asPostgresUser } from './postgres-user.ts';

const wireGateway = fileURLToPath(new URL('../wire-gateway/src/main.ts', import.meta.url));

/** As the services have it: otherwise it holds four times as much after minutes of load (docs/decisions/performance.md). */
const V8 = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
];

/** Where DocumentDB keeps the data of a set. */
export const documentDbFolder = (dataDir: string) => join(resolve(dataDir), 'documentdb');

/**
 * DocumentDB on PostgreSQL, from Debian's packages, behind a gateway that speaks MongoDB's wire protocol on `port`.
 * @throws Error, one line, where Debian's packages cannot be had
 */
export const prepareDocumentDb = async (options: EngineOptions): Promise<Engine> => {
  const programs = await documentDbPrograms(options);
  const cluster = documentDbFolder(options.dataDir);
  await makeCluster(cluster, programs, options.cacheDir);
  const socketDir = await makeSocketDir(cluster);
  await writeSettings(cluster, socketDir);

  const [command = '', ...args] = asPostgresUser('INT', [join(programs, 'postgres'), '-D', cluster]);
  const url = `mongodb://127.0.0.1:${options.port}/diary?replicaSet=rs0`;
  return {
    url,
    parts: [
      {
        name: 'postgres',
        command,
        args,
        beforeStart: () => forgetKilledServer(cluster),
        ready: (ended) => waitUntilReady('postgres', () => answersQuery(socketDir), { ended }),
        stopSignal: 'SIGINT',
      },
      {
        name: 'mongo-gateway',
        port: options.port,
        command: process.execPath,
        args: [...V8, wireGateway],
        env: { PORT: `${options.port}`, PG_SOCKET_DIR: socketDir },
        ready: (ended) => waitUntilReady('mongo-gateway', () => answersPing(url), { ended }),
      },
    ],
  };
};

/**
 * Beside the data, or in /tmp where that path would have to be quoted in PostgreSQL's settings, or is too long: one to
 * a socket has at most 107 bytes (unix(7)).
 */
const makeSocketDir = async (cluster: string): Promise<string> => {
  if (/^[\w./-]{1,107}$/.test(join(cluster, socketName))) return cluster;
  const socketDir = `/tmp/diary-${hash('sha256', cluster).slice(0, 16)}`;
  await rm(socketDir, { recursive: true, force: true });
  await mkdir(socketDir, { mode: 0o700 });
  return socketDir;
};

const answersQuery = async (socketDir: string): Promise<boolean> => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ ...postgresAddress(socketDir), connectionTimeoutMillis: 2_000 });
  // A server that says that it is starting up ends the connection, too.
  client.on('error', () => {});
  await client.connect();
  await client.end();
  return true;
};

const answersPing = async (url: string): Promise<boolean> => {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000, minHeartbeatFrequencyMS: 50 });
  try {
    await client.db().command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
};
