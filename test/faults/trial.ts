import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { addPeople, type DiaryPerson, takeTurns } from '../support/diary-people.ts';
import type { ServiceSet } from '../support/set.ts';
import { type Row, rowOf } from './row.ts';
import { startSteadyLoad } from './steady-load.ts';

const PEOPLE = 900;
/** The time under load before a fault, and after it. */
const BEFORE_MS = 3000;
const AFTER_MS = 12_000;

export type FaultName = Parameters<typeof rowOf>[0];

export type Trial = {
  /** Injects a fault while these gateways are under load, and reports what became of the writes. */
  underLoad: (fault: FaultName, gateways: readonly string[], inject: () => Promise<void>) => Promise<Row>;
  /** Somebody to call as, within their limits. */
  nextPerson: (kind: 'read' | 'write') => DiaryPerson;
  close: () => Promise<void>;
};

/** Fills a running set with people to write for. */
export const createTrial = async (set: ServiceSet): Promise<Trial> => {
  const client = await MongoClient.connect(await databaseOfRunningSet(set.dataDir));
  const meals = client.db().collection<{ description: string }>('meals');
  const nextPerson = takeTurns(await addPeople(set.dataDir, { accounts: PEOPLE, days: 1, seed: 1 }));

  /** How often each of these texts is stored. */
  const timesStored = async (texts: readonly string[]): Promise<Map<string, number>> => {
    const found = await meals.find({ description: { $in: [...texts] } }).toArray();
    const byText = Map.groupBy(found, ({ description }) => description);
    return new Map([...byText].map(([text, those]) => [text, those.length]));
  };

  return {
    nextPerson,
    underLoad: async (fault, gateways, inject) => {
      const load = startSteadyLoad(gateways, nextPerson);
      await sleep(BEFORE_MS);
      await inject();
      const faultEndedAt = Date.now();
      await sleep(AFTER_MS);
      const result = await load.stop();
      const stored = await timesStored(result.written);
      return rowOf(fault, result, stored, faultEndedAt);
    },
    close: () => client.close(),
  };
};
