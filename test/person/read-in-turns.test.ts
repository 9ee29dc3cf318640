import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Collection, MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { readInTurns } from '../../services/diary/src/download/read-in-turns.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

const NUMBERS = Array.from({ length: 95 }, (_, n) => n);

let client: MongoClient;
let numbers: Collection<{ n: number }>;
/** The names of the running commands, and the largest number of simultaneous reads. */
const underWay = new Map<number, string>();
let mostReads = 0;
const ended: string[] = [];

beforeAll(async () => {
  client = new MongoClient(await databaseOfRunningSet(site.dataDir), { monitorCommands: true });
  numbers = client.db('read_in_turns').collection('numbers');
  await numbers.insertMany(NUMBERS.map((n) => ({ n })));
  client.on('commandStarted', ({ requestId, commandName }) => {
    underWay.set(requestId, commandName);
    const reads = [...underWay.values()].filter((name) => ['find', 'getMore'].includes(name));
    mostReads = Math.max(mostReads, reads.length);
  });
  client.on('commandSucceeded', ({ requestId, commandName }) => {
    underWay.delete(requestId);
    ended.push(commandName);
  });
});
afterAll(async () => {
  await numbers?.drop();
  await client?.close();
});

const read = () => readInTurns(numbers.find().sort({ n: 1 }).batchSize(10));

proves(['C9.slow_clients'], 'of many long reads only two fetch at a time, and each is complete', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => Array.fromAsync(read())));
  for (const found of all) expect(found.map(({ n }) => n)).toEqual(NUMBERS);
  expect(mostReads).toBe(2);
});

proves(['C9.slow_clients'], 'an idle reader blocks nobody and leaves no cursor', async () => {
  const idle = Array.from({ length: 4 }, read);
  for (const reader of idle) await reader.next();
  expect(await Array.fromAsync(read())).toHaveLength(NUMBERS.length);
  for (const reader of idle) await reader.return(undefined);
  await eventually(() => ended.filter((name) => name === 'killCursors').length === idle.length, 'their end');
});
