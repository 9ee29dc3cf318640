import { addPerson } from '../../test/support/diary-people.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import type { Figure } from '../measuring/figure.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';

/** What a refusal costs beside an answer. */
export const refusals = async ({ set, nextPerson, processes }: BenchSet): Promise<Figure[]> => {
  const path = '/api/v1/profiles';
  const load = { url: set.url, processes: processes(), requests: 800, connections: 8 };
  const served = {
    ...load,
    next: () => ({ path, headers: { authorization: `Bearer ${nextPerson().token}` } }),
  };
  const figures: Figure[] = [];
  const addFigure = async (what: string, status: number, headers: Record<string, string>) => {
    const refused = { ...load, next: () => ({ path, headers, status }) };
    const paired = await pair(refused, served);
    const full = `CPU of a call ${what}: ${status} / the same served`;
    figures.push(pairedFigure(full, paired, 'cpu', { atMost: 1 / 3 }));
  };

  await addFigure('without a token', 401, {});
  await addFigure('with a malformed token', 401, { authorization: 'Bearer nonsense' });
  await addFigure('with an unknown token', 401, { authorization: `Bearer drs_${'x'.repeat(43)}` });

  const spent = await addPerson(set.dataDir, { days: 1, seed: 7 });
  const headers = { authorization: `Bearer ${spent.token}` };
  for (let call = 0; call < 120; call += 1) await fetch(`${set.url}${path}`, { headers });
  await addFigure('beyond the limit', 429, headers);
  return figures;
};
