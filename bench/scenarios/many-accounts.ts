import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { today } from 'shared/records/calendar.ts';
import { addPeople } from '../../test/support/diary-people.ts';
import { type BenchSet, startBenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import type { Load } from '../measuring/load.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';

/** Whether a day costs more when 100,000 others keep a diary: two sets side by side, with the same people, called alternately. */
export const manyAccounts = async (accounts: number): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'diary-bench-accounts-'));
  const few = await startBenchSet(join(folder, 'few'));
  const many = await startBenchSet(join(folder, 'many'));
  try {
    await addPeople(many.set.dataDir, { accounts, days: 1, seed: 5 });
    // What was written in one go settles before it is measured.
    await sleep(20_000);
    const [ofMany, ofFew] = [await examined(many), await examined(few)];
    assert.equal(ofMany, ofFew, 'more documents are examined where there are more');
    const paired = await pair(askingForDays(many), askingForDays(few), 15);
    const what = `GET /days/{day} with ${accounts.toLocaleString('en')} more accounts / without`;
    return [
      pairedFigure(`p50 of ${what}`, paired, 'p50', { atMost: 1.1 }),
      pairedFigure(`CPU of ${what}`, paired, 'cpu', { atMost: 1.1 }),
    ];
  } finally {
    await many.close();
    await few.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const askingForDays = ({ set, nextPerson, processes }: BenchSet): Load => {
  const path = `/api/v1/days/${today('UTC')}`;
  return {
    url: set.url,
    processes: processes(),
    requests: 500,
    connections: 2,
    next: () => ({ path, headers: { authorization: `Bearer ${nextPerson().token}` } }),
  };
};

/** How many documents the engine looks at for the meals of somebody's day. */
const examined = async ({ db, people: [person] }: BenchSet): Promise<number> => {
  const filter = { account_id: person?.account_id, profile_id: person?.profile_id, day: today('UTC') };
  const plan = await db.collection('meals').find(filter).explain('executionStats');
  return plan.executionStats.totalDocsExamined;
};
