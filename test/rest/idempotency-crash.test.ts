import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

const day = '2026-10-04';
/** Few enough for their retries to stay within the write limit of a token, unless a restart takes long. */
const keys = Array.from({ length: 5 }, (_, index) => `key-${index}`);

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

const attempt = (token: string, key: string) =>
  call('POST', '/meals', {
    set,
    token,
    body: { ...meal, description: key, eaten_at: `${day}T12:00:00Z` },
    headers: { 'Idempotency-Key': key },
  });

/** The lines about a request in diary's log. */
const logged = async (requestId: string): Promise<string> => {
  const log = await readFile(join(set.dataDir, 'logs', 'diary.log'), 'utf8');
  return log
    .split('\n')
    .filter((line) => line.includes(requestId))
    .join('\n');
};

/** Retries a keyed write until it succeeds, after the pauses of `Retry-After`. Returns the id of the record. */
const persist = async (token: string, key: string): Promise<string> => {
  for (;;) {
    const answer = await attempt(token, key).catch(() => undefined);
    if (answer?.status === 201) return answer.body.id;
    if (answer && ![409, 429, 503, 504].includes(answer.status))
      throw new Error(`${answer.status}: ${await logged(answer.body.request_id)}`);
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? 1));
  }
};

/** The meals of the day, retried until answered: a read may find its connection to a killed process broken. */
const read = (token: string) =>
  eventually(async () => {
    const answer = await call('GET', '/meals', { set, token, query: { day } });
    if (answer.status === 200) return answer.body.meals;
    expectProblem(answer, 503, 'unavailable');
    return undefined;
  }, 'the meals to be read');

proves(
  ['H22', 'C7.replay'],
  'a keyed write retried through crashes of any part makes one record',
  async () => {
    const parts = Object.keys(await set.parts());
    const victims = ['diary', 'mongo-gateway', 'postgres', 'mongod'].filter((part) => parts.includes(part));
    expect(victims).toContain('diary');
    for (const victim of victims) {
      const people = await Promise.all(Array.from({ length: 8 }, () => newConnection({ set })));
      const writes = people.flatMap(({ token }) => keys.map((key) => persist(token, key)));
      await Promise.race(writes);
      await set.kill(victim, 'SIGKILL');
      const ids = await Promise.all(writes);
      for (const [index, { token }] of people.entries()) {
        const meals = await read(token);
        expect(meals.map((one: { description: string }) => one.description).toSorted()).toEqual(
          keys.toSorted(),
        );
        const answered = ids.slice(index * keys.length, (index + 1) * keys.length);
        expect(new Set(meals.map((one: { id: string }) => one.id))).toEqual(new Set(answered));
      }
    }
  },
);
