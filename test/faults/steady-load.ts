import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { meal } from '../rest/samples.ts';
import type { DiaryPerson } from '../support/diary-people.ts';

/** So many writes, and as many reads, are started per second, answered or not. */
const PER_SECOND = 25;
/** Longer than any answer should take. */
const TIMEOUT_MS = 15_000;
/** An assistant retries this often, with the same key, until it is acknowledged. */
const RETRY_MS = 1000;
const GIVE_UP_MS = 90_000;

type Answer = { status: number | 'broken'; isProblem: boolean; start: number; ms: number };

/** What a load did; meals are identified by their texts. */
export type LoadResult = {
  written: string[];
  /** Those answered with 201, at the first attempt or a later one. */
  acknowledged: string[];
  /** Those with a key that never got a 201, however often they were sent. */
  unanswered: string[];
  /** Every first attempt, reads included. */
  answers: Answer[];
};

export type SteadyLoad = { stop: () => Promise<LoadResult> };

/**
 * Writes meals, every other one with a key, and reads days at a steady pace, as many assistants, alternating between the
 * gateways.
 */
export const startSteadyLoad = (
  gateways: readonly string[],
  nextPerson: (kind: 'read' | 'write') => DiaryPerson,
): SteadyLoad => {
  const result: LoadResult = { written: [], acknowledged: [], unanswered: [], answers: [] };
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const write = async (base: string, hasKey: boolean): Promise<void> => {
    const text = randomUUID();
    result.written.push(text);
    const { token } = nextPerson('write');
    const init = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(hasKey && { 'idempotency-key': text }),
      },
      body: JSON.stringify({ ...meal, description: text }),
    };
    const first = await send(`${base}/api/v1/meals`, init);
    result.answers.push(first);
    let { status } = first;
    // Without a key, a meal is sent once: a retry could store it twice.
    const giveUpAt = hasKey ? Date.now() + GIVE_UP_MS : 0;
    while (status !== 201 && Date.now() < giveUpAt) {
      await sleep(RETRY_MS);
      ({ status } = await send(`${base}/api/v1/meals`, init));
    }
    if (status === 201) result.acknowledged.push(text);
    else if (hasKey) result.unanswered.push(text);
  };
  const read = async (base: string): Promise<void> => {
    const headers = { authorization: `Bearer ${nextPerson('read').token}` };
    result.answers.push(await send(`${base}/api/v1/days`, { headers }));
  };

  const timer = setInterval(() => {
    const base = gateways[count % gateways.length] ?? '';
    const hasKey = Math.floor(count / gateways.length) % 2 === 0;
    count += 1;
    track(write(base, hasKey));
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

const send = async (url: string, init: RequestInit): Promise<Answer> => {
  const start = Date.now();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    const isProblem = response.headers.get('content-type')?.includes('application/problem+json') ?? false;
    return { status: response.status, isProblem, start, ms: Date.now() - start };
  } catch {
    return { status: 'broken', isProblem: false, start, ms: Date.now() - start };
  }
};
