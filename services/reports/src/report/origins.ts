import type { Origin } from 'shared/records/kept-sums/day-sums.ts';
import { MOST_ORIGINS } from './pipelines.ts';

/** A record of which a day has one; who changed it last, where anybody did. */
type Measured = { client_name: string; updated_by?: { by: string } | null };

/** The origin of a day of activity or a night: what was measured names no model. */
export const measuredOrigin = ({ client_name, updated_by }: Measured): Origin => ({
  model: null,
  client_name,
  records: 1,
  corrected: updated_by?.by === 'person' ? 1 : 0,
});

/** Those without a model first, then by name. */
const byName = (one: Origin, other: Origin): number =>
  compare(one.model ?? '', other.model ?? '') || compare(one.client_name, other.client_name);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** What two records of one origin have in common. */
export const originKey = ({ model, client_name }: Origin): string => JSON.stringify([model, client_name]);

/** Each origin once, the most frequent first, and of too many only these (`C3.provenance`). */
export const addUpOrigins = (origins: readonly Origin[]): Origin[] => {
  const all = new Map<string, Origin>();
  for (const origin of origins) {
    const key = originKey(origin);
    const before = all.get(key);
    all.set(key, {
      ...origin,
      records: origin.records + (before?.records ?? 0),
      corrected: origin.corrected + (before?.corrected ?? 0),
    });
  }
  return [...all.values()]
    .sort((one, other) => other.records - one.records || byName(one, other))
    .slice(0, MOST_ORIGINS);
};
