import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import type { Engine, EngineOptions } from '../engine.ts';
import { waitUntilReady } from '../wait-until-ready.ts';

/** Where `mongod` keeps the data of a set. */
export const mongodFolder = (dataDir: string) => join(dataDir, 'mongod');

/** `mongod` as the only member of the replica set `rs0`, because the driver's transactions need one. */
export const mongodReplicaSet = async (mongod: string, { dataDir, port }: EngineOptions): Promise<Engine> => {
  const folder = mongodFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const place = ['--bind_ip', '127.0.0.1', '--port', `${port}`, '--nounixsocket', '--dbpath', folder];
  // A slow command is logged with what people wrote in it, so none counts as slow. A small cache is enough for one person's
  // set.
  const quietAndSmall = ['--quiet', '--slowms', '1000000000', '--wiredTigerCacheSizeGB', '0.25'];
  // Asked to stop, a primary would wait 15 s for another member to take over, and the set has no other.
  const quickStop = ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'];
  return {
    url: `mongodb://127.0.0.1:${port}/diary?replicaSet=rs0`,
    parts: [
      {
        name: 'mongod',
        port,
        command: mongod,
        args: ['--replSet', 'rs0', ...place, ...quietAndSmall, ...quickStop],
        ready: (ended) => waitUntilReady('mongod', () => isPrimary(`127.0.0.1:${port}`), { ended }),
      },
    ],
  };
};

/** Makes the server the set's only member where it is not yet: at first, and after a change of port. */
const isPrimary = async (host: string): Promise<boolean> => {
  const client = new MongoClient(`mongodb://${host}`, {
    directConnection: true,
    serverSelectionTimeoutMS: 2_000,
  });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary && hello.me === host) return true;
    const config = await currentConfig(client);
    if (!config) {
      await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
    } else if (config.members[0].host !== host) {
      const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
      await admin.command({ replSetReconfig: moved, force: true });
    }
    return false;
  } finally {
    await client.close();
  }
};

const notYetInitialized = 94;

const currentConfig = async (client: MongoClient) => {
  try {
    return (await client.db('admin').command({ replSetGetConfig: 1 })).config;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
};
