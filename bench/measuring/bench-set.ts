import { type Db, MongoClient } from 'mongodb';
import { signPrincipal } from 'shared/calls/principal.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { createKeys } from 'shared/process/keys.ts';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { addPeople, type DiaryPerson, takeTurns } from '../../test/support/diary-people.ts';
import { type ServiceSet, startSet } from '../../test/support/set.ts';
import type { Processes } from './measure.ts';

const PEOPLE = 1500;

/** A running set with people in it, and what a bench needs to know of it. */
export type BenchSet = {
  set: ServiceSet;
  people: DiaryPerson[];
  nextPerson: ReturnType<typeof takeTurns>;
  /** The processes of the named parts of the set; of all where none is named. */
  processes: (...parts: string[]) => Processes;
  /** Where a service listens, behind the gateway. */
  addressOf: (service: string) => string;
  /** The principal as the gateway signs it, for calls past the gateway. */
  principalOf: (person: DiaryPerson) => string;
  mongodbUrl: string;
  db: Db;
  close: () => Promise<void>;
};

/** Starts a set in `dataDir` and adds 1,500 people with a few days each. */
export const startBenchSet = async (dataDir: string): Promise<BenchSet> => {
  const set = await startSet({ dataDir });
  const people = await addPeople(dataDir, { accounts: PEOPLE, days: 2, seed: 1 });
  const parts = await set.parts();
  const keys = createKeys([loadOrCreateSecretKey(dataDir)]);
  const url = await databaseOfRunningSet(dataDir);
  const client = await MongoClient.connect(url);
  return {
    set,
    people,
    nextPerson: takeTurns(people),
    processes: (...names) =>
      Object.fromEntries(
        Object.entries(parts).flatMap(([name, { pid }]) =>
          names.length === 0 || names.includes(name) ? [[name, [pid]]] : [],
        ),
      ),
    addressOf: (service) => `http://127.0.0.1:${parts[service]?.port}`,
    principalOf: ({ email, account_id }) =>
      signPrincipal(keys, {
        kind: 'assistant',
        account: { id: account_id, email, language: 'en', time_zone: 'UTC' },
        connection: { id: 'bench', client_name: 'Bench', access: 'email' },
        scopes: [...ALL_SCOPES],
      }),
    mongodbUrl: url,
    db: client.db(),
    close: async () => {
      await client.close();
      await set.stop();
    },
  };
};
