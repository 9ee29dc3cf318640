import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSet } from '../bench-set.ts';
import { addPeople } from '../diary-people.ts';
import type { Figure } from '../figure.ts';
import { startFloor } from '../floors/start-floor.ts';
import { pair } from '../paired.ts';

/** Whether a day costs more where 100,000 others keep a diary. */
export const manyAccounts = async (bench: BenchSet, accounts: number): Promise<Figure[]> => {
  const few = await dayAgainstHop(bench);
  const examinedBefore = await examined(bench);
  await addPeople(bench.set.dataDir, { accounts, days: 1, seed: 5 });
  // What was written in one go settles before it is measured.
  await sleep(20_000);
  const many = await dayAgainstHop(bench);
  assert.equal(await examined(bench), examinedBefore, 'more documents are examined where there are more');
  return [
    {
      what: `p50 of GET /days/{day} with ${accounts.toLocaleString('en')} more accounts / without, each beside a bare hop`,
      measured: many.measured.p50,
      floor: few.measured.p50,
      unit: 'ms',
      ratio: many.ratio('p50') / few.ratio('p50'),
      target: { atMost: 1.1 },
    },
  ];
};

const today = () => new Date().toISOString().slice(0, 10);

const dayAgainstHop = async ({ set, nextPerson, processes, addressOf }: BenchSet) => {
  const hop = await startFloor('hop', addressOf('diary'));
  const load = { status: 200, requests: 500, connections: 2 };
  const result = await pair(
    {
      ...load,
      url: set.url,
      processes: processes(),
      next: () => ({
        path: `/api/v1/days/${today()}`,
        headers: { authorization: `Bearer ${nextPerson().token}` },
      }),
    },
    { ...load, url: hop.url, processes: [hop.pid], next: () => ({ path: '/health/live' }) },
  );
  hop.stop();
  return result;
};

/** How many documents the engine looks at for the meals of somebody's day. */
const examined = async ({ db, people: [person] }: BenchSet): Promise<number> => {
  const profile_id = person?.profile_id ?? '';
  const filter = { account_id: profile_id.replace(/^prof_/, 'acc_'), profile_id, day: today() };
  const plan = await db.collection('meals').find(filter).explain('executionStats');
  return plan.executionStats.totalDocsExamined;
};
