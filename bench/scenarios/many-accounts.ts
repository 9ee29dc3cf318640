import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSet } from '../bench-set.ts';
import { addPeople } from '../diary-people.ts';
import type { Figure } from '../figure.ts';
import { drive, type Measured } from '../load.ts';
import { median } from '../measure.ts';

const ROUNDS = 9;

/** Whether a day costs more where 100,000 others keep a diary. */
export const manyAccounts = async (bench: BenchSet, accounts: number): Promise<Figure[]> => {
  const few = await costOfDay(bench);
  const examinedBefore = await examined(bench);
  await addPeople(bench.set.dataDir, { accounts, days: 1, seed: 5 });
  // What was written in one go settles before it is measured.
  await sleep(20_000);
  const many = await costOfDay(bench);
  assert.equal(await examined(bench), examinedBefore, 'more documents are examined where there are more');
  const figure = (name: string, of: 'p50' | 'cpu', unit: string): Figure => ({
    what: `${name} of GET /days/{day} with ${accounts.toLocaleString('en')} more accounts / without`,
    measured: many(of),
    floor: few(of),
    unit,
    ratio: many(of) / few(of),
    target: { atMost: 1.1 },
  });
  return [figure('p50', 'p50', 'ms'), figure('CPU', 'cpu', 'µs')];
};

const today = () => new Date().toISOString().slice(0, 10);

/** The median of each measure. What came before cannot be repeated in turns with what comes after, so both are medians of many. */
const costOfDay = async ({ set, nextPerson, processes }: BenchSet) => {
  const rounds: Measured[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push(
      await drive({
        url: set.url,
        processes: processes(),
        status: 200,
        requests: 500,
        connections: 2,
        next: () => ({
          path: `/api/v1/days/${today()}`,
          headers: { authorization: `Bearer ${nextPerson().token}` },
        }),
      }),
    );
  // The first only warms up.
  return (of: keyof Measured): number => median(rounds.slice(1).map((round) => round[of]));
};

/** How many documents the engine looks at for the meals of somebody's day. */
const examined = async ({ db, people: [person] }: BenchSet): Promise<number> => {
  const profile_id = person?.profile_id ?? '';
  const filter = { account_id: profile_id.replace(/^prof_/, 'acc_'), profile_id, day: today() };
  const plan = await db.collection('meals').find(filter).explain('executionStats');
  return plan.executionStats.totalDocsExamined;
};
