import { type Db, MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { type SetAddresses, site } from './set.ts';

/** Works on the set's database and closes it. */
export const onDatabase = async <T>(work: (db: Db) => Promise<T>, set: SetAddresses = site): Promise<T> => {
  const client = new MongoClient(await databaseOfRunningSet(set.dataDir));
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
};

/** An account's entries in the call log of the shared set. */
export const callLogOf = (accountId: string) =>
  onDatabase((db) => db.collection('call_log').find({ account_id: accountId }).toArray());
