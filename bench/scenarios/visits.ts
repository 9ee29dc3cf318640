import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, today } from 'shared/records/calendar.ts';
import { addPeople, type DiaryPerson } from '../../test/support/diary-people.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, presentCallers } from '../measuring/figure.ts';
import { fillDays } from '../measuring/fill-days.ts';
import { drive, type Measured, type OutgoingRequest } from '../measuring/load.ts';
import { pairedFigure, pairOf } from '../measuring/paired.ts';
import { longHistory, startPeriods } from './history.ts';
import { mcp } from './mcp.ts';
import { json, mealOf } from './records.ts';

/** Somebody who calls, and the day that they ask for or write to. */
export type Visit = { person: DiaryPerson; day: string };
/** `atMost`: what the call may cost an account that comes after a quiet minute, beside one that calls all the time. */
export type Step = { what: string; request: (visit: Visit) => OutgoingRequest; atMost?: number };

const authorized = ({ person }: Visit) => ({ authorization: `Bearer ${person.token}` });
export const getDay = (visit: Visit): OutgoingRequest => ({
  path: `/api/v1/days/${visit.day}`,
  headers: authorized(visit),
});
export const postMeal = (visit: Visit): OutgoingRequest => ({
  method: 'POST',
  path: '/api/v1/meals',
  headers: { ...json, ...authorized(visit) },
  body: JSON.stringify({ ...mealOf(5), eaten_at: `${visit.day}T12:00:00Z` }),
  status: 201,
});

/** What an assistant calls when somebody tells it of a meal, in this order. */
export const STEPS: Step[] = [
  {
    what: 'GET /me',
    request: (visit) => ({ path: '/api/v1/me', headers: authorized(visit) }),
    atMost: 1.4,
  },
  { what: 'GET /days/{day} with 4 meals of 5 items', request: getDay },
  { what: 'POST /meals with 5 items', request: postMeal },
  { what: 'GET /days/{day} after it', request: getDay },
];

const SETTLE_MS = 10_000;
/**
 * So many accounts take each step together, so that its CPU can be told from that of the others, and each comes to its next
 * step within a second or two.
 */
const GROUP = 48;
/** Calls of somebody who calls all the time: each of these accounts visits 24 times, 96 of the 120 requests of a minute. */
const REGULARS = 2;
/** No day is written to twice, so that all days are alike; from today on, for what people tell is rarely of a day that is kept. */
const DAYS = Array.from({ length: GROUP / REGULARS }, (_, index) => addDays(today('UTC'), index));

/** So many accounts visit before it is measured: V8 compiles what is hot, as in a process that has been up for a while. */
const WARM_UP = 480;
const CALLERS = [16, 1];

/** What each step costs that these visits take together, over the connections of an agent. */
const take = async (
  { set, processes }: BenchSet,
  agent: Agent,
  group: readonly Visit[],
  steps = STEPS,
): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const { request } of steps) {
    const left = group.values();
    const load = {
      url: set.url,
      processes: processes(),
      agent,
      connections: Math.min(agent.maxSockets, group.length),
      requests: group.length,
      next: () => request(left.next().value as Visit),
    };
    measured.push(await drive(load));
  }
  return measured;
};

/**
 * The calls of a visit by accounts that no process has heard of, so that no cache knows them, however long it lasts; beside
 * them the same calls of a few accounts again and again. Then tools beside REST, and longer periods beside a day.
 */
export const visits = async (bench: BenchSet, accounts: number): Promise<Figure[]> => {
  const { db, set, people } = bench;
  const rounds = Math.floor(accounts / GROUP / CALLERS.length);
  if (rounds === 0) throw new Error(`--visitors has to be ${CALLERS.length * GROUP} or more`);
  const strangers = await addPeople(set.dataDir, { accounts, days: 1, seed: 8 });
  const regulars = await addPeople(set.dataDir, {
    accounts: CALLERS.length * rounds * REGULARS,
    days: 1,
    seed: 9,
  });
  await fillDays(db, strangers, DAYS.slice(0, 1), mealOf(5), 4);
  await fillDays(db, regulars, DAYS, mealOf(5), 4);
  const comparePeriods = await startPeriods(bench);
  // What was written in one go settles before it is measured.
  await sleep(SETTLE_MS);

  const [day = ''] = DAYS;
  const onFirstDay = (group: readonly DiaryPerson[]): Visit[] => group.map((person) => ({ person, day }));
  const onEachDay = (group: readonly DiaryPerson[]): Visit[] =>
    DAYS.flatMap((someDay) => group.map((person) => ({ person, day: someDay })));

  const figures: Figure[] = [];
  for (const callers of CALLERS) {
    const agent = new Agent({ keepAlive: true, maxSockets: callers });
    if (callers === CALLERS[0]) await take(bench, agent, onFirstDay(people.slice(0, WARM_UP)));
    const measured: { first: Measured[]; warm: Measured[] }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const visitFirst = () => take(bench, agent, onFirstDay(strangers.splice(0, GROUP)));
      const visitWarm = async () => {
        const group = onEachDay(regulars.splice(0, REGULARS));
        await take(bench, agent, group.slice(0, REGULARS), STEPS.slice(0, 1));
        return take(bench, agent, group);
      };
      // What stands first in a round is driven first.
      measured.push(
        round % 2 === 0
          ? { first: await visitFirst(), warm: await visitWarm() }
          : { warm: await visitWarm(), first: await visitFirst() },
      );
    }
    agent.destroy();
    for (const [step, { what, atMost }] of STEPS.entries()) {
      const paired = pairOf(
        measured.map(({ first, warm }) => ({
          measured: first[step] as Measured,
          baseline: warm[step] as Measured,
        })),
      );
      const full = `${what}, after a quiet minute / warm, ${presentCallers(callers)}`;
      const target = atMost === undefined ? undefined : { atMost };
      figures.push(pairedFigure(`CPU of ${full}`, paired, 'cpu', target));
      figures.push(pairedFigure(`p50 of ${full}`, paired, 'p50', target));
    }
    figures.push(...(await mcp(bench, callers)), ...(await comparePeriods(callers)));
  }
  return [...figures, ...(await longHistory(bench))];
};
