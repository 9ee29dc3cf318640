import { dayOf } from './health-time.ts';
import type { Recorder, Span } from './rows.ts';

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1440;
const DAY_MS = MINUTES_A_DAY * MINUTE_MS;
/** The day on which clocks are put back. */
const LONGEST_DAY_MS = DAY_MS + 60 * MINUTE_MS;

/**
 * How many days of one recorder and figure are held minute by minute, of 6 KiB each: ten years of a phone and a watch for the figure
 * that is read at the moment. An export has one figure after the other.
 */
const MOST_GRIDS = 8000;

/** The minutes of a day: what was recorded in each, NaN where nothing was. */
type Grid = Float32Array;

/**
 * Adds up a figure by days where several recorders may have recorded the same time: for each minute the recorder with the highest rank
 * counts alone (`C14.apple_sources`). What is recorded of a longer time is spread over it.
 */
export const createDayFigures = () => {
  const recorders = new Map<string, Recorder>();
  /** By figure and day, then by recorder. */
  const open = new Map<string, Map<string, Grid>>();
  /** What is added up. */
  const sums = new Map<string, number>();
  let grids = 0;

  const settle = (key: string): void => {
    const ofDay = open.get(key) ?? new Map<string, Grid>();
    const ranked = [...ofDay]
      .sort(([one], [other]) => rankOf(recorders, one) - rankOf(recorders, other))
      .map(([, grid]) => grid);
    let sum = 0;
    for (let minute = 0; minute < MINUTES_A_DAY; minute += 1)
      for (const grid of ranked) {
        const value = grid[minute] as number;
        if (Number.isNaN(value)) continue;
        sum += value;
        break;
      }
    // A day that was added up before: the two may tell of the same time.
    sums.set(key, Math.max(sum, sums.get(key) ?? 0));
    open.delete(key);
    grids -= ofDay.size;
  };

  const gridOf = (figure: string, day: number, recorder: Recorder): Grid => {
    const key = `${figure} ${dayOf({ local: day * DAY_MS })}`;
    const name = `${recorder.rank} ${recorder.name}`;
    const ofDay = open.get(key) ?? new Map<string, Grid>();
    const known = ofDay.get(name);
    if (known) return known;
    if (grids >= MOST_GRIDS) makeRoom(figure);
    recorders.set(name, recorder);
    const grid = new Float32Array(MINUTES_A_DAY).fill(Number.NaN);
    open.set(key, ofDay.set(name, grid));
    grids += 1;
    return grid;
  };

  /** Adds up the other figures or, where that is too little, all. */
  const makeRoom = (figure: string): void => {
    for (const key of [...open.keys()]) if (!key.startsWith(`${figure} `)) settle(key);
    if (grids > MOST_GRIDS / 2) for (const key of [...open.keys()]) settle(key);
  };

  return {
    /** Whether it is of a day at most. */
    add: (figure: string, { recorder, start, end }: Span, value: number): boolean => {
      const length = end.instant - start.instant;
      if (length > LONGEST_DAY_MS) return false;
      const last = start.local + Math.max(length, 1);
      for (let at = start.local; at < last; ) {
        const minute = Math.floor(at / MINUTE_MS);
        const next = Math.min((minute + 1) * MINUTE_MS, last);
        const grid = gridOf(figure, Math.floor(minute / MINUTES_A_DAY), recorder);
        const index = minute % MINUTES_A_DAY;
        const share = (value * (next - at)) / Math.max(length, 1);
        grid[index] = (Number.isNaN(grid[index]) ? 0 : (grid[index] as number)) + share;
        at = next;
      }
      return true;
    },

    /** The sum of each figure and day: `FIGURE DAY` and its sum. */
    finish: (): Map<string, number> => {
      for (const key of [...open.keys()]) settle(key);
      return sums;
    },
  };
};

const rankOf = (recorders: Map<string, Recorder>, name: string): number => recorders.get(name)?.rank ?? 0;
