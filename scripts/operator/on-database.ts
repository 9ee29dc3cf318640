import { type Db, type DbOptions, MongoClient } from 'mongodb';
import { databaseName } from 'shared/store/mongo-url.ts';
import { config } from './config.ts';
import { databaseOfRunningSet } from './running-set.ts';

/** What the error names where no database answers. */
const source = config.MONGODB_URL ? 'MONGODB_URL' : 'The database of the set on DATA_DIR does not answer';

/**
 * Reads the command line, works on the database of MONGODB_URL, or of the set that runs on DATA_DIR, and ends the process: with one
 * line where something was wrong. `options` come before what the URL says.
 */
export const onDatabase = async <Command>(
  readCommand: () => Command,
  work: (db: Db, command: Command) => Promise<void>,
  options: DbOptions = {},
): Promise<never> => {
  try {
    const command = readCommand();
    const url = config.MONGODB_URL ?? (await databaseOfRunningSet(config.DATA_DIR));
    const client = new MongoClient(url, {
      serverSelectionTimeoutMS: 10_000,
      writeConcern: { w: 'majority' },
    });
    await client.connect().catch(({ message }: Error) => {
      throw new Error(`${source}: ${message}`);
    });
    await work(client.db(databaseName(url), options), command).finally(() => client.close());
  } catch (error) {
    const { name, message } = error as Error;
    console.error(name === 'MongoServerSelectionError' ? `${source}: ${message}` : message);
    process.exit(1);
  }
  process.exit(0);
};
