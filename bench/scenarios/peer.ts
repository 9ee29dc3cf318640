import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, today } from 'shared/records/calendar.ts';
import { addPeople, type DiaryPerson } from '../../test/support/diary-people.ts';
import { inWaves } from '../../test/support/in-waves.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, presentCallers } from '../measuring/figure.ts';
import { fillDays } from '../measuring/fill-days.ts';
import { drive, type OutgoingRequest } from '../measuring/load.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';
import { config } from '../peers/config.ts';
import { type PeerVisitor, signUp, startPeer } from '../peers/sparky-fitness.ts';
import { mealOf } from './records.ts';
import { getDay, postMeal } from './visits.ts';

const CALLERS = [16, 1];
const CALLS = 40;
const ROUNDS = 5;
const SETTLE_MS = 10_000;

/** Four meals on each of the first sixteen days of this month; more are stored today. */
const FIRST = `${today('UTC').slice(0, 7)}-01`;
const DAYS = Array.from({ length: 16 }, (_, index) => addDays(FIRST, index));
const MEALS_A_DAY = 4;
const TODAY = today('UTC');

type Compared = {
  what: string;
  ours: (person: DiaryPerson) => OutgoingRequest;
  theirs: (visitor: PeerVisitor) => OutgoingRequest;
  atMost: number;
};
const COMPARED: Compared[] = [
  {
    what: 'POST /meals with 5 items',
    ours: (person) => postMeal({ person, day: TODAY }),
    theirs: (visitor) => visitor.postMeal(TODAY),
    atMost: 0.2,
  },
  {
    what: 'GET /days/{day} with 4 meals of 5 items',
    ours: (person) => getDay({ person, day: FIRST }),
    theirs: (visitor) => visitor.getDay(FIRST),
    atMost: 0.4,
  },
  {
    what: 'a month’s report of 64 meals',
    ours: ({ token }) => ({ path: '/api/v1/reports/monthly', headers: { authorization: `Bearer ${token}` } }),
    theirs: (visitor) => visitor.getMonth(FIRST, addDays(FIRST, 30)),
    atMost: 0.2,
  },
];

/** What a call costs beside the same call of a peer. Each of ours comes from an account that no cache knows. */
export const peer = async ({ set, db, processes }: BenchSet): Promise<Figure[]> => {
  if (!config.PEER_DIR) {
    console.log('no peer: set PEER_DIR');
    return [];
  }
  const accounts = CALLERS.length * COMPARED.length * (ROUNDS + 1) * CALLS;
  const strangers = await addPeople(set.dataDir, { accounts, days: 1, seed: 10 });
  await fillDays(db, strangers, DAYS, mealOf(5), MEALS_A_DAY);
  const started = await startPeer(config.PEER_DIR);
  try {
    const visitors = await inWaves(CALLS, 4, signUp);
    const theirLoad = { url: config.PEER_URL, processes: started.processes, requests: CALLS };
    let call = 0;
    const nextVisitor = () => visitors[call++ % visitors.length] as PeerVisitor;
    for (const day of DAYS.flatMap((each) => Array<string>(MEALS_A_DAY).fill(each)))
      await drive({ ...theirLoad, connections: 4, next: () => nextVisitor().postMeal(day) });
    await sleep(SETTLE_MS);

    const figures: Figure[] = [];
    for (const connections of CALLERS)
      for (const { what, ours, theirs, atMost } of COMPARED) {
        const left = strangers.splice(0, (ROUNDS + 1) * CALLS).values();
        const next = () => ours(left.next().value as DiaryPerson);
        const paired = await pair(
          { url: set.url, processes: processes(), requests: CALLS, connections, next },
          { ...theirLoad, connections, next: () => theirs(nextVisitor()) },
          ROUNDS,
        );
        const full = `${what} / the peer’s, ${presentCallers(connections)}`;
        figures.push(pairedFigure(`CPU of ${full}`, paired, 'cpu', { atMost }));
        figures.push(pairedFigure(`p50 of ${full}`, paired, 'p50', { atMost }));
      }
    return figures;
  } finally {
    await started.stop();
  }
};
