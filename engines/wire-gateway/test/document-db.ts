import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from 'engines/engine.ts';
import { documentDbFolder, prepareDocumentDb } from 'engines/mongo/prepare-documentdb.ts';
import { freePort } from 'engines/ports.ts';
import { supervise } from 'engines/supervisor.ts';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import pg from 'pg';
import { postgresAddress } from 'wire-gateway/postgres-address.ts';
import { config } from '../../../scripts/config.ts';
import { environment } from '../../../test/support/config.ts';
import { eventually } from '../../../test/support/eventually.ts';

type PartName = 'postgres' | 'mongo-gateway';
export type DocumentDb = Awaited<ReturnType<typeof startDocumentDb>>;

/** DocumentDB and its wire gateway as `npm start` runs them, with their own data; a part that dies is restarted. */
export const startDocumentDb = async (gatewayEnv: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'document-db-'));
  const port = await freePort();
  const { url, parts } = await prepareDocumentDb({
    dataDir,
    cacheDir: config.DIARY_CACHE_DIR,
    port,
    progress: () => {},
  });
  const [postgres, gateway] = parts as [Part, Part];
  const stages = [[postgres], [{ ...gateway, env: { ...gateway.env, ...gatewayEnv } }]];
  const stop = new AbortController();
  const clients: MongoClient[] = [];
  let running = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const options = { dataDir, env: environment, print: () => {}, onReady: resolve, stop: stop.signal };
    running = supervise(stages, options);
    running.catch(reject);
  });

  /** The process of a part, undefined while it is dead. */
  const pidOf = (name: PartName): number | undefined =>
    JSON.parse(readFileSync(join(dataDir, 'parts.json'), 'utf8'))[name]?.pid;

  return {
    url,
    port,
    gatewayEnv: gateway.env,
    /** A client of the official driver, closed when the database stops. */
    connect(options: MongoClientOptions = {}) {
      const client = new MongoClient(url, { retryWrites: true, writeConcern: { w: 'majority' }, ...options });
      clients.push(client);
      return client;
    },
    /** A client of the underlying PostgreSQL, to be closed by the caller. */
    async connectToPostgres(): Promise<pg.Client> {
      const postgres = new pg.Client(postgresAddress(gateway.env?.PG_SOCKET_DIR ?? ''));
      await postgres.connect();
      return postgres;
    },
    pidOf,
    /** Resolves when the part has been restarted. */
    async kill(name: PartName): Promise<void> {
      const pid = pidOf(name);
      process.kill(pid as number, 'SIGKILL');
      await eventually(() => ![pid, undefined].includes(pidOf(name)), `${name} to be started again`);
    },
    postgresPids: () => postgresPidsOf(dataDir),
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      stop.abort();
      await running;
      rmSync(dataDir, { recursive: true });
    },
  };
};

/** All processes of the PostgreSQL with its data in `dataDir`: that is their working directory. */
export const postgresPidsOf = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => worksIn(documentDbFolder(dataDir), name))
    .map(Number);

const worksIn = (folder: string, pid: string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
};
