import { addPerson, type DiaryPerson } from '../../test/support/diary-people.ts';
import { startBaseline } from '../baselines/start-baseline.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import { type Paired, pair, pairedFigure } from '../measuring/paired.ts';

/** Single pairs differ by a factor of two on a busy machine: seven of them cannot tell 1.5 from 1.8. */
const ROUNDS = 25;

/** What the gateway costs beside a bare proxy, and what a refusal costs beside an answer. */
export const gateway = async (bench: BenchSet): Promise<Figure[]> => {
  const { set, people, nextPerson, processes, principalOf, addressOf } = bench;
  const path = '/api/v1/profiles';
  const load = { status: 200, requests: 800, connections: 8 };
  const served = {
    ...load,
    url: set.url,
    processes: processes('gateway', 'redis', 'auth'),
    next: () => ({ path, headers: { authorization: `Bearer ${nextPerson().token}` } }),
  };

  const proxy = await startBaseline('proxy', addressOf('diary'));
  const [anybody] = people as [DiaryPerson];
  const byProxy = {
    ...load,
    url: proxy.url,
    processes: [proxy.pid],
    next: () => ({ path, headers: { 'internal-principal': principalOf(anybody) } }),
  };
  const whole = await pair(served, byProxy, ROUNDS);
  const alone = await pair({ ...served, processes: processes('gateway') }, byProxy, ROUNDS);
  proxy.stop();

  const all = { ...served, processes: processes() };
  const refusals = {
    'without a token': {},
    'with a malformed token': { authorization: 'Bearer nonsense' },
    'with an unknown token': { authorization: `Bearer drs_${'x'.repeat(43)}` },
  };
  const figures: Figure[] = [
    cpu('a GET by the gateway, its Redis and its call log / a bare proxy', whole, 1.6),
    cpu('a GET by the gateway’s own process / a bare proxy', alone, 1.6),
  ];
  for (const [what, headers] of Object.entries(refusals)) {
    const refused = { ...all, status: 401, next: () => ({ path, headers }) };
    figures.push(cpu(`a call ${what}: 401 / the same served`, await pair(refused, all), 1 / 3));
  }
  const spent = await addPerson(set.dataDir, { days: 1, seed: 7 });
  const spentHeaders = { authorization: `Bearer ${spent.token}` };
  for (let call = 0; call < 120; call += 1) await fetch(`${set.url}${path}`, { headers: spentHeaders });
  const limited = { ...all, status: 429, next: () => ({ path, headers: spentHeaders }) };
  figures.push(cpu('a call beyond the limit: 429 / the same served', await pair(limited, all), 1 / 3));
  return figures;
};

const cpu = (what: string, paired: Paired, atMost: number): Figure =>
  pairedFigure(`CPU of ${what}`, paired, 'cpu', { atMost });
