import fc from 'fast-check';
import type { SetAddresses } from '../support/set.ts';
import { playHistory } from './play.ts';
import { history, type Step, ZONES } from './steps.ts';
import { localDay } from './zones.ts';

/** Histories at once: while one waits for an answer the other goes on. */
const LANES = 3;

const todayEverywhere = (): string => ZONES.map((zone) => localDay(zone, Date.now())).join();

/**
 * Plays random histories, each in an account of its own, until they had `operations` steps. What goes wrong is made shorter, as far as that
 * goes in a minute, and thrown with its seed: with that as `seed` it comes first.
 */
export const checkHistories = async (
  set: SetAddresses,
  { seed, operations }: { seed: number; operations: number },
): Promise<number> => {
  let played = 0;
  let next = seed;
  let isOver = false;
  const lane = async (): Promise<void> => {
    const property = fc.asyncProperty(history, async (steps: Step[]) => {
      const begun = todayEverywhere();
      await playHistory(set, steps).catch((difference) => {
        // Where a day began meanwhile, "today" meant two days.
        if (todayEverywhere() === begun) throw difference;
      });
      played += steps.length;
    });
    while (played < operations && !isOver)
      await fc.assert(property, {
        seed: next++,
        numRuns: 1,
        interruptAfterTimeLimit: 60_000,
        markInterruptAsFailure: true,
      });
  };
  const failures: unknown[] = [];
  // The other lanes end with the history that they are at.
  const end = (failure: unknown) => {
    isOver = true;
    failures.push(failure);
  };
  await Promise.all(Array.from({ length: LANES }, () => lane().catch(end)));
  if (failures.length > 0) throw failures[0];
  return played;
};
