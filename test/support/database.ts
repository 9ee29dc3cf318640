import { type CommandStartedEvent, type Db, type Document, MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { type SetAddresses, site } from './set.ts';

/** Works on the set's database and closes it. */
export const onDatabase = async <T>(work: (db: Db) => Promise<T>, set: SetAddresses = site): Promise<T> => {
  const client = new MongoClient(await databaseOfRunningSet(set.dataDir), { monitorCommands: true });
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
};

/** The commands that `run` sends, without what the driver adds to each; `db` is one of `onDatabase`. */
export const commandsOf = async (db: Db, run: () => Promise<unknown>): Promise<Document[]> => {
  const commands: Document[] = [];
  const note = ({ command: { lsid, txnNumber, $db, $clusterTime, ...command } }: CommandStartedEvent) =>
    commands.push(command);
  db.client.on('commandStarted', note);
  await run();
  db.client.off('commandStarted', note);
  return commands;
};

/** An account's entries in the call log of the shared set. */
export const callLogOf = (accountId: string) =>
  onDatabase((db) => db.collection('call_log').find({ account_id: accountId }).toArray());
