import pLimit, { type LimitFunction } from 'p-limit';
import { busy, type Problem, unavailable } from '../contract/problem.ts';
import { TURN_MS } from '../deadlines.ts';
import { TURNS } from '../turns.ts';
import { isDown } from './database-errors.ts';

const MAX_IDLE = 1000;

/**
 * p-limit waits without end; this adds a time limit. Runs `work` when fewer than `turns` allows at a time are running, and returns
 * its result. Where its turn does not come within 3 s, or a thousand wait before it, throws `giveUp()`, by default `unavailable`,
 * and never runs it. Nor does it where one before it found something down: then it throws `unavailable`.
 */
export const takeTurn = <T>(
  turns: LimitFunction,
  work: () => Promise<T>,
  giveUp: () => Problem = () => busy('its turn did not come in time'),
): Promise<T> => {
  // What is refused stays in the queue until a turn ends: behind turns that do not end, a flood would take all memory.
  if (turns.pendingCount >= TURNS.waiting) return Promise.reject(giveUp());
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // The queue keeps its functions after a refusal. None of them refers to `work`, so that it and its request can be freed.
  let waiting: typeof work | undefined = work;
  const timer = setTimeout(() => {
    waiting = undefined;
    reject(giveUp());
  }, TURN_MS);
  turns(async () => {
    clearTimeout(timer);
    await waiting?.().then(resolve, (error) => {
      reject(error);
      // Those behind would learn the same only after as long again: too late for an answer in 5 s (`C7.database_away`).
      if (isDown(error)) turns.clearQueue();
    });
  }).catch(() => {
    clearTimeout(timer);
    reject(unavailable());
  });
  return promise;
};

/** Turns for everybody, `atATime` at a time. */
export const createTurns = (atATime: number): LimitFunction =>
  pLimit({ concurrency: atATime, rejectOnClear: true });

/** Makes the function that gives each caller turns of its own, `atATime` at a time. */
export const turnsOfEach = (atATime: number): ((caller: string) => LimitFunction) => {
  const turnsOf = new Map<string, LimitFunction>();
  return (caller) => {
    const known = turnsOf.get(caller);
    if (known) return known;
    // Those in use stay, however many there are: whoever lost theirs would have as many turns again.
    if (turnsOf.size >= MAX_IDLE)
      for (const [other, { activeCount, pendingCount }] of turnsOf)
        if (activeCount + pendingCount === 0) turnsOf.delete(other);
    const turns = createTurns(atATime);
    turnsOf.set(caller, turns);
    return turns;
  };
};
