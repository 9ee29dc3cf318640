/** Chance that repeats itself: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From `min` up to, but not including, `max`. */
  between: (min: number, max: number) => number;
  /** A whole number from `min` to `max`, both included. */
  integer: (min: number, max: number) => number;
  /** Near `middle`, seldom further than `spread` from it and never further than one and a half times that. */
  around: (middle: number, spread: number) => number;
  /** True with this probability, 0 to 1. */
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly [T, ...T[]]) => T;
};

/** A source of chance. Seeds that are neighbours give unrelated numbers. */
export const createRandom = (seed: number): Random => {
  const next = uniform(seed);
  const between = (min: number, max: number) => min + next() * (max - min);
  const integer = (min: number, max: number) => Math.floor(between(min, max + 1));
  return {
    between,
    integer,
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * spread,
    chance: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
  };
};

/** Numbers from 0 to 1: a Weyl sequence, each step of it mixed by the finalizer of MurmurHash3. */
const uniform = (seed: number): (() => number) => {
  let state = mix(seed);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  };
};

const mix = (value: number): number => {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};
