import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineOptions } from '../engine.ts';
import { findMongod } from './find-mongod.ts';
import { mongodFolder, mongodReplicaSet } from './mongod-replica-set.ts';
import { documentDbFolder, prepareDocumentDb } from './prepare-documentdb.ts';

/**
 * A database that speaks MongoDB's wire protocol on a loopback port: the machine's `mongod`, else MongoDB's own
 * download, else DocumentDB from Debian's packages. Data stays with the engine that wrote it.
 * @throws Error, one line that says how to get one, where there is none
 */
export const prepareMongo = async (options: EngineOptions): Promise<Engine> => {
  const hasDocumentDbData = existsSync(documentDbFolder(options.dataDir));
  const mongod = hasDocumentDbData ? undefined : await findMongod(options);
  if (mongod) return mongodReplicaSet(mongod, options);

  const remedy = 'install mongod, or set MONGODB_URL to a running server';
  if (existsSync(join(mongodFolder(options.dataDir), 'WiredTiger')))
    throw new Error(`${options.dataDir} was written by mongod, which is not on this machine now: ${remedy}.`);
  return prepareDocumentDb(options).catch((error: Error) => {
    throw new Error(`No MongoDB: ${remedy}. (DocumentDB could not be provided instead: ${error.message})`);
  });
};
