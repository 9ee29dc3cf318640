import assert from 'node:assert/strict';
import type { SignedIn } from '../person/steps.ts';
import type { Asked } from './asked.ts';
import type { Diary, Json } from './diary.ts';
import type { OperationName } from './operations.ts';

/** An account while its history is played. */
export type Played = {
  diary: Diary;
  person: SignedIn;
  /** Makes a call and compares its answer with what the model says. */
  ask: (asked: Asked) => Promise<void>;
  /** Reads, with one of two connections that do nothing else: each has its limit of calls. */
  read: (op: OperationName, params?: Record<string, string>, query?: Record<string, string>) => Promise<Json>;
  /** Reads the records of whose last change the answer did not tell the time, as of a deletion. */
  learn: () => Promise<void>;
  /** Makes a call that has to be a 400. */
  refuse: (asked: Asked) => Promise<void>;
};

/** Deep equality of JSON whose message tells where the difference is. */
export const same = (what: string, actual: unknown, expected: unknown): void => {
  try {
    assert.deepStrictEqual(plain(actual), plain(expected));
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`);
  }
};

/** A value as this realm has it: what `fetch` parses belongs to another one in a test. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify([value]));
