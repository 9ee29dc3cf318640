import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Service, scrape, sumOf } from '../operation/scrape.ts';
import { item, meal } from '../rest/samples.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { memory } from '../support/memory.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { callAs, newPerson, type Person } from './diary-person.ts';
import { download, filesOf } from './download-files.ts';
import { open } from './steps.ts';

/** Three and a half years of eight meals a day. */
const MEALS = 10_000;
const ITEMS = 25;
/** More MiB than the service's memory may grow by, and fewer than the records take. */
const MOST_GROWTH = 56;
/** Longer than the gateway's timeout for a silent service. */
const LONG_PAUSE_MS = 12_000;

let set: ServiceSet;
let person: Person;

beforeAll(async () => {
  set = await startSet();
  person = await newPerson({ set });
  const items = Array.from({ length: ITEMS }, () => ({ ...item, description: randomUUID() }));
  const { id } = await callAs(person, 'POST', '/meals', { ...meal, items });
  await onDatabase(async (db) => {
    const meals = db.collection<{ _id: string; day: string }>('meals');
    const { _id, ...first } = (await meals.findOne({ _id: id })) ?? { _id: '', day: '' };
    const copies = (from: number) =>
      Array.from({ length: Math.min(1000, MEALS - from) }, (_, index) => {
        const date = new Date(Date.UTC(2020, 0, 1 + Math.floor((from + index) / 8)));
        return { ...first, _id: `meal_${randomUUID()}`, day: date.toISOString().slice(0, 10) };
      });
    for (let count = 1; count < MEALS; count += 1000) await meals.insertMany(copies(count));
  }, set);
}, 600_000);
afterAll(() => set?.stop());

/** Requests the document as a browser does, and lets the caller set the pace. */
const begin = async (kind: 'json' | 'csv' = 'json'): Promise<IncomingMessage> => {
  const request = get(`${set.url}/account/download/${kind}`, { headers: { cookie: person.cookie } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
};

/** The largest growth of diary's memory while `work` runs, in MiB. */
const growthDuring = async (work: () => Promise<void>): Promise<number> => {
  const { diary } = await set.parts();
  const pid = diary?.pid ?? 0;
  const before = await memory(pid);
  let most = before;
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    most = Math.max(most, await memory(pid));
    await sleep(50);
  }
  await working;
  return most - before;
};

const countIn = (text: string, part: string): number => text.split(part).length - 1;

const isUp = (): Promise<boolean | undefined> =>
  fetch(`${set.url}/account/download`, { redirect: 'manual', headers: { cookie: person.cookie } }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** How many downloads a service has counted with this class of status. */
const counted = async (service: Service, status: string): Promise<number> => {
  const metrics = await scrape(service, set);
  const counts = ['json', 'csv'].map((kind) =>
    sumOf(metrics, 'http_request_duration_seconds_count', {
      operation: `GET /account/download/${kind}`,
      status,
    }),
  );
  return counts.reduce((a, b) => a + b);
};

describe('the download of many years of records', () => {
  proves(['A.download_streamed', 'C8.download'], 'takes constant memory and is complete', async () => {
    // Not measured: a process that has just started grows in any case.
    let document = await buffer(await begin());
    const growth = await growthDuring(async () => {
      document = await buffer(await begin());
    });
    expect(document.length / 1024 / 1024).toBeGreaterThan(MOST_GROWTH);
    expect(growth).toBeLessThan(MOST_GROWTH);
    expect(countIn(document.toString(), '\n{"id":"meal_')).toBe(MEALS);
    expect(document.subarray(-3).toString()).toBe(']}\n');

    let archive = Buffer.alloc(0);
    const growthOfCsv = await growthDuring(async () => {
      archive = await buffer(await begin('csv'));
    });
    expect(growthOfCsv).toBeLessThan(MOST_GROWTH);
    const files = await filesOf(archive);
    expect(countIn(files['meals.csv'] ?? '', '\r\n')).toBe(1 + MEALS);
    expect(countIn(files['meal_items.csv'] ?? '', '\r\n')).toBe(1 + MEALS * ITEMS);
  });

  proves(
    ['A.download_streamed'],
    'waits for a reader that pauses for longer than a service may',
    async () => {
      const answer = await begin();
      answer.once('data', () => answer.pause());
      const growth = await growthDuring(() => sleep(LONG_PAUSE_MS));
      expect(growth).toBeLessThan(MOST_GROWTH);
      expect(answer.readableAborted).toBe(false);
      const rest = await buffer(answer);
      expect(rest.toString().endsWith(']}\n')).toBe(true);
    },
  );

  proves(['A.download_streamed'], 'ends when the reader disconnects, without a logged fault', async () => {
    const failed = await counted('gateway', '5xx');
    const aborted = await counted('gateway', 'aborted');
    for (const kind of ['json', 'csv'] as const) {
      const answer = await begin(kind);
      await once(answer, 'data');
      answer.destroy();
    }
    await eventually(async () => (await counted('gateway', 'aborted')) === aborted + 2, 'both to be counted');
    expect(await counted('gateway', '5xx')).toBe(failed);
    expect((await download(person, 'json', 'HEAD')).status).toBe(200);
    const log = await readFile(join(set.dataDir, 'logs', 'diary.log'), 'utf8');
    expect(log).not.toContain('"msg":"internal"');
  });
});

describe('a download while a service or the database is down', () => {
  proves(['A.download_breaks'], 'is refused with an error page before its first byte', async () => {
    for (const part of ['reports', 'auth']) {
      const { status, html } = await set.whileFrozen(part, () => open('/account/download/json', person));
      // Not 504: diary must give up before the gateway does.
      expect(status).toBe(503);
      expect(html).not.toContain('schema_version');
      await eventually(isUp, `${part} to be back`);
    }
  });

  const KINDS = ['json', 'csv'] as const;

  /** The results of a download of each kind whose reader paused when the part got the signal. */
  const outcomesOf = async (part: string, signal: NodeJS.Signals) => {
    const answers = await Promise.all(KINDS.map((kind) => begin(kind)));
    await Promise.all(
      answers.map(async (answer) => {
        await once(answer, 'data');
        answer.pause();
      }),
    );
    await set.kill(part, signal);
    const outcomes = await Promise.all(
      KINDS.map((kind, index) =>
        buffer(answers[index] as IncomingMessage).then(
          (read) => (isWhole(read, kind) ? 'whole' : 'cut short'),
          () => 'reset',
        ),
      ),
    );
    if (signal === 'SIGSTOP') await set.kill(part, 'SIGCONT');
    await eventually(isUp, `${part} to be back`);
    for (const kind of KINDS) expect((await download(person, kind, 'HEAD')).status).toBe(200);
    return outcomes;
  };

  /** Whether the end of the document, or of the archive's directory, was received. */
  const isWhole = (read: Buffer, kind: 'json' | 'csv'): boolean =>
    kind === 'json'
      ? read.toString().endsWith(']}\n')
      : read.subarray(-22).toString('latin1').startsWith('PK');

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const)
    proves(
      ['A.download_breaks'],
      `is reset, in both formats, if diary gets ${signal} in the middle, and counts as failed`,
      async () => {
        const failed = await counted('gateway', '5xx');
        expect(await outcomesOf('diary', signal)).toEqual(['reset', 'reset']);
        expect(await counted('gateway', '5xx')).toBeGreaterThanOrEqual(failed + 2);
      },
    );

  proves(
    ['A.download_breaks'],
    'is reset or complete, in both formats, if the database gets SIGKILL in the middle',
    async () => {
      const failed = await counted('diary', '5xx');
      // Complete if the database finds the cursor again, as ours does.
      const outcomes = await outcomesOf(await databasePart(set), 'SIGKILL');
      expect(['reset', 'whole']).toEqual(expect.arrayContaining(outcomes));
      const resets = outcomes.filter((outcome) => outcome === 'reset');
      expect((await counted('diary', '5xx')) - failed).toBeGreaterThanOrEqual(resets.length);
    },
  );
});
