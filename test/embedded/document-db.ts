import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import pg from 'pg';
import type { Part } from 'shared/embedded/engine.ts';
import { documentDbFolder, prepareDocumentDb } from 'shared/embedded/mongo/prepare-documentdb.ts';
import { freePort } from 'shared/embedded/ports.ts';
import { supervise } from 'shared/embedded/supervisor.ts';
import { config } from '../../scripts/config.ts';
import { environment } from '../support/config.ts';

export type DocumentDb = Awaited<ReturnType<typeof startDocumentDb>>;

/** DocumentDB and its wire gateway as `npm start` runs them, with data of their own; a part that dies is started again. */
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
    /** A client of the PostgreSQL that it is made of, which the caller ends. */
    async connectToPostgres(): Promise<pg.Client> {
      const postgres = new pg.Client({
        host: gateway.env?.PG_SOCKET_DIR,
        port: Number(gateway.env?.PG_PORT),
        user: gateway.env?.PG_USER,
        database: 'postgres',
      });
      await postgres.connect();
      return postgres;
    },
    /** The process of a part, undefined while it is dead. */
    pidOf(name: 'postgres' | 'mongo-gateway'): number | undefined {
      return JSON.parse(readFileSync(join(dataDir, 'parts.json'), 'utf8'))[name]?.pid;
    },
    /** All of PostgreSQL's processes: they work in the folder of its data. */
    postgresPids: (): number[] =>
      readdirSync('/proc')
        .filter((name) => worksIn(documentDbFolder(dataDir), name))
        .map(Number),
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      stop.abort();
      await running;
      rmSync(dataDir, { recursive: true });
    },
  };
};

const worksIn = (folder: string, pid: string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
};
