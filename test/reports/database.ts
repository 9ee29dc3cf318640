import { afterAll } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { site } from '../support/set.ts';

const client = await MongoClient.connect(await databaseOfRunningSet(site.dataDir));
afterAll(() => client.close());

/** The database of the shared set, open until the last test of the file that imports it. */
export const db = client.db();
