import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The address of the database of the set that `npm start` runs on a data folder.
 * @throws Error, one line, where none runs
 */
export const databaseOfRunningSet = async (dataDir: string): Promise<string> => {
  const text = await readFile(join(dataDir, 'parts.json'), 'utf8').catch(() => '{}');
  const parts: Record<string, { port?: number }> = JSON.parse(text);
  const port = (parts['mongo-gateway'] ?? parts.mongod)?.port;
  if (port) return `mongodb://127.0.0.1:${port}/diary?replicaSet=rs0`;
  throw new Error(`No set runs on ${dataDir}: start one with \`npm start\`, or set DATA_DIR or MONGODB_URL.`);
};
