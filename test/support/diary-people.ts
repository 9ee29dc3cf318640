import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './run-script.ts';

/** Somebody with a made-up diary. */
export type DiaryPerson = { email: string; token: string; profile_id: string; account_id: string };

/** Fills a running set with made-up diaries (`npm run seed`). */
export const addPeople = async (
  dataDir: string,
  { accounts, days, seed }: { accounts: number; days: number; seed: number },
): Promise<DiaryPerson[]> => {
  const file = join(tmpdir(), `diary-people-${process.pid}-${seed}`);
  const args = ['--accounts', accounts, '--days', days, '--seed', seed, '--tokens', file].map(String);
  const { exitCode, stderr } = await runScript('seed', args, { dataDir });
  if (exitCode !== 0) throw new Error(`the seed ended with ${exitCode}: ${stderr}`);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await rm(file);
  // The default profile of an account has its id.
  return lines.map((line) => {
    const person = JSON.parse(line);
    return { ...person, account_id: person.profile_id.replace(/^prof_/, 'acc_') };
  });
};

/** The same of one person. */
export const addPerson = async (
  dataDir: string,
  diary: { days: number; seed: number },
): Promise<DiaryPerson> => {
  const [person] = await addPeople(dataDir, { accounts: 1, ...diary });
  if (!person) throw new Error('nobody was added');
  return person;
};

/** Of the 120 requests and 60 writes that a connection has in a minute, somebody's turn takes 100, or 50. */
const TURN = 100;
const COST = { read: 1, write: 2 };
const REST_MS = 61_000;

/**
 * Whose call it is: one person for a while, as an assistant comes in bursts, then the next. Throws where somebody's turn would
 * come again within the minute of their limit.
 */
export const takeTurns = (people: readonly DiaryPerson[]) => {
  const restUntil = new Map<DiaryPerson, number>();
  let index = -1;
  let left = 0;
  let person: DiaryPerson | undefined;
  return (kind: keyof typeof COST = 'read'): DiaryPerson => {
    if (!person || left < COST[kind]) {
      index = (index + 1) % people.length;
      person = people[index] as DiaryPerson;
      if ((restUntil.get(person) ?? 0) > Date.now()) throw new Error('too few people for so many calls');
      restUntil.set(person, Date.now() + REST_MS);
      left = TURN;
    }
    left -= COST[kind];
    return person;
  };
};
