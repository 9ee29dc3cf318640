import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiaryPerson } from '../../bench/diary-people.ts';

/** So many writes, and as many reads, are begun in a second, answered or not. */
const PER_SECOND = 25;
/** Longer than any answer may take. */
const PATIENCE_MS = 15_000;
/** An assistant says the same again, with the same key, until it is told that it is stored. */
const AGAIN_MS = 1000;
const GIVE_UP_MS = 90_000;

type Answer = { status: number | 'broken'; isProblem: boolean; begun: number; ms: number };

/** What a load did: `acknowledged` are the texts of the meals that were answered with 201, the first time or a later one. */
export type LoadResult = {
  acknowledged: string[];
  unanswered: string[];
  /** Every first attempt, reads included. */
  answers: Answer[];
};

export type SteadyLoad = { stop: () => Promise<LoadResult> };

/** Writes meals with keys and reads days at a steady pace, in turns over the gateways, as many assistants. */
export const startSteadyLoad = (
  gateways: readonly string[],
  nextPerson: (kind: 'read' | 'write') => DiaryPerson,
): SteadyLoad => {
  const result: LoadResult = { acknowledged: [], unanswered: [], answers: [] };
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const write = async (base: string): Promise<void> => {
    const text = randomUUID();
    const { token } = nextPerson('write');
    const init = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': text,
      },
      body: JSON.stringify({
        meal_type: 'snack',
        description: text,
        items: [{ name: 'Apple', kcal: 52, protein_g: 0, carbs_g: 14, fat_g: 0 }],
      }),
    };
    const first = await ask(`${base}/api/v1/meals`, init);
    result.answers.push(first);
    let { status } = first;
    const giveUpAt = Date.now() + GIVE_UP_MS;
    while (status !== 201 && Date.now() < giveUpAt) {
      await sleep(AGAIN_MS);
      ({ status } = await ask(`${base}/api/v1/meals`, init));
    }
    (status === 201 ? result.acknowledged : result.unanswered).push(text);
  };
  const read = async (base: string): Promise<void> => {
    const headers = { authorization: `Bearer ${nextPerson('read').token}` };
    result.answers.push(await ask(`${base}/api/v1/days`, { headers }));
  };

  const timer = setInterval(() => {
    const base = gateways[count++ % gateways.length] ?? '';
    track(write(base));
    track(read(base));
  }, 1000 / PER_SECOND);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return result;
    },
  };
};

const ask = async (url: string, init: RequestInit): Promise<Answer> => {
  const begun = Date.now();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.arrayBuffer();
    const isProblem = response.headers.get('content-type')?.includes('application/problem+json') ?? false;
    return { status: response.status, isProblem, begun, ms: Date.now() - begun };
  } catch {
    return { status: 'broken', isProblem: false, begun, ms: Date.now() - begun };
  }
};
