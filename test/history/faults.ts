import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisOfRunningSet } from '../../scripts/operator/running-set.ts';
import { createRandom, type Random } from '../../services/diary/src/made-up/random.ts';
import { eventually } from '../support/eventually.ts';
import type { ServiceSet } from '../support/set.ts';
import type { PairedSets } from './paired-sets.ts';
import { now } from './recorded-call.ts';

/** Something that goes wrong for a while. Resolves when it is over, to whether it was seen to have happened. */
type Fault = { name: string; inject: (random: Random) => Promise<boolean> };

const VICTIMS = [
  'gateway',
  'auth',
  'diary',
  'reports',
  'mcp',
  'mailer',
  'redis',
  'postgres',
  'mongo-gateway',
  'mongod',
];

/** The state of a process as Linux tells it (proc(5)): `T` is stopped. */
const stateOf = async (pid: number): Promise<string> =>
  /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1] ?? '';

const childrenOf = async (pid: number): Promise<number[]> => {
  const parents = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return Number(/\) \w (\d+)/.exec(stat)?.[1]) === pid ? Number(name) : undefined;
    });
  return (await Promise.all(parents)).filter((child) => child !== undefined);
};

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
};

/** The process of a part, once it runs: it may have been killed a moment ago. */
const pidOf = (set: ServiceSet, part: string): Promise<number> =>
  eventually(async () => (await set.parts())[part]?.pid, `${part} to run`);

const killed = (set: ServiceSet, part: string, whose: string): Fault => ({
  name: `killed: ${part}${whose}`,
  inject: async () => {
    const pid = await pidOf(set, part);
    signal([pid], 'SIGKILL');
    await eventually(async () => (await pidOf(set, part)) !== pid, `${part} to be started again`);
    return true;
  },
});

const frozen = (set: ServiceSet, part: string, whose: string): Fault => ({
  name: `frozen: ${part}${whose}`,
  inject: async (random) => {
    const pid = await pidOf(set, part);
    signal([pid], 'SIGSTOP');
    try {
      await eventually(async () => (await stateOf(pid)) === 'T', `${part} to stand still`);
      await sleep(random.between(500, 3000));
      return true;
    } finally {
      signal([pid], 'SIGCONT');
    }
  },
});

/**
 * Whatever writes for the database stands still nine tenths of the time, as it does behind a slow disk. A real one is slowed down by
 * cgroups, where root may set them for the device; that is not so everywhere where tests run.
 */
const slowDisk = (set: ServiceSet, part: string): Fault => ({
  name: 'slow disk',
  inject: async (random) => {
    const pid = await pidOf(set, part);
    const writers = [pid, ...(await childrenOf(pid))];
    let stopped = 0;
    const until = performance.now() + random.between(1500, 4000);
    while (performance.now() < until) {
      signal(writers, 'SIGSTOP');
      try {
        await sleep(90);
        stopped += (await Promise.all(writers.map(stateOf))).filter((state) => state === 'T').length;
      } finally {
        signal(writers, 'SIGCONT');
      }
      await sleep(10);
    }
    return stopped > 0;
  },
});

const emptied = (set: ServiceSet): Fault => ({
  name: 'emptied: redis',
  inject: async () => {
    const redis = new Redis(await redisOfRunningSet(set.dataDir), { maxRetriesPerRequest: null });
    try {
      await redis.set('history:probe', '1');
      await redis.flushall();
      return (await redis.get('history:probe')) === null;
    } finally {
      redis.disconnect();
    }
  },
});

const linkFaults = ({ links }: PairedSets): Fault[] =>
  [...links].flatMap(([name, link]) => {
    const lasting = (random: Random) => () => sleep(random.between(300, 3000));
    return [
      { name: `cut off: ${name}`, inject: async (random) => (await link.whileCut(lasting(random))) > 0 },
      { name: `silent: ${name}`, inject: async (random) => (await link.whileSilent(lasting(random))) > 0 },
      {
        name: `delayed: ${name}`,
        inject: async (random) => (await link.whileSlow(random.integer(20, 800), lasting(random))) > 0,
      },
    ] satisfies Fault[];
  });

/**
 * Seconds: within what clocks may differ by, and beyond. An hour ahead, access tokens of OAuth have ended, a day ahead the keys of
 * the day (docs/guarantees.md).
 */
const AHEAD = [3, 30, 1800] as const;

const clockAhead = ({ second, setClockAhead }: PairedSets): Fault[] =>
  setClockAhead
    ? [
        {
          name: 'clock ahead: second set',
          inject: async (random) => {
            const seconds = random.pick(AHEAD);
            /** How far it is ahead by the header of an answer, which has no fractions. */
            const shown = async () => {
              const answer = await fetch(`${second.url}/health`).catch(() => undefined);
              return (Date.parse(answer?.headers.get('date') ?? '') - Date.now()) / 1000;
            };
            await setClockAhead(seconds);
            await eventually(async () => (await shown()) > seconds - 2, 'a clock to be ahead');
            await sleep(random.between(500, 3000));
            await setClockAhead(0);
            await eventually(async () => (await shown()) < 1, 'the clock to be right again');
            return true;
          },
        },
      ]
    : [];

/** Every fault that this machine can have. */
const faultsOf = async (sets: PairedSets): Promise<Fault[]> => {
  const { first, second } = sets;
  const database = 'mongod' in (await first.parts()) ? 'mongod' : 'postgres';
  const partsOf = async (set: ServiceSet, whose: string) =>
    Object.keys(await set.parts())
      .filter((part) => VICTIMS.includes(part))
      .flatMap((part) => [killed(set, part, whose), frozen(set, part, whose)]);
  return [
    ...(await partsOf(first, '')),
    ...(await partsOf(second, ' of the second set')),
    ...linkFaults(sets),
    // As often as several of the others.
    ...Array.from({ length: 4 }, () => [
      emptied(first),
      slowDisk(first, database),
      ...clockAhead(sets),
    ]).flat(),
  ];
};

export type Injected = { planned: number; seen: { name: string; begin: number; end: number }[] };

/**
 * One fault of these names after the other, `pause` seconds apart on average, as a seed says, until the run ends. Returns how many
 * there were, and those that were seen, with their times.
 */
export const injectFaults = async (
  sets: PairedSets,
  { seed, pause, names, endsAt }: { seed: number; pause: number; names: RegExp; endsAt: number },
): Promise<Injected> => {
  const random = createRandom(seed);
  const [one, ...others] = (await faultsOf(sets)).filter(({ name }) => names.test(name));
  const seen: Injected['seen'] = [];
  let planned = 0;
  if (!one) throw new Error('there is nothing to break');
  for (;;) {
    const left = Math.max(0, endsAt - now());
    await sleep(Math.min(random.between(0.5, 1.5) * pause * 1000, left));
    if (now() >= endsAt) return { planned, seen };
    const { name, inject } = random.pick([one, ...others]);
    planned += 1;
    const begin = now();
    if (await inject(random)) seen.push({ name, begin, end: now() });
  }
};
