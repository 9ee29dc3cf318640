import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The address of the database of the set that `npm start` runs on a data folder.
 * @throws Error, one line, where none runs
 */
export const databaseOfRunningSet = async (dataDir: string): Promise<string> =>
  `mongodb://127.0.0.1:${await portOf(['mongo-gateway', 'mongod'], dataDir, 'MONGODB_URL')}/diary?replicaSet=rs0`;

/** The same of its Redis. */
export const redisOfRunningSet = async (dataDir: string): Promise<string> =>
  `redis://127.0.0.1:${await portOf(['redis'], dataDir, 'REDIS_URL')}`;

/** The port of the first of these parts that the set has. */
const portOf = async (names: string[], dataDir: string, variable: string): Promise<number> => {
  const text = await readFile(join(dataDir, 'parts.json'), 'utf8').catch(() => '{}');
  const parts: Record<string, { port?: number }> = JSON.parse(text);
  const port = names.map((name) => parts[name]?.port).find((found) => found !== undefined);
  if (port) return port;
  throw new Error(`No set runs on ${dataDir}: start one with \`npm start\`, or set DATA_DIR or ${variable}.`);
};
