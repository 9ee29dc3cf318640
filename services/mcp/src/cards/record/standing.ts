import { isDeletion } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Changes } from 'shared/contract/operations/history.ts';
import type { Frame } from '../frame/frame.ts';
import { type AnyRecord, type DayRecords, type Entry, recordsOf } from './stored-records.ts';

/** A record as it is stored now, the version that its deletion made, or that it is neither stored nor kept. */
export type Standing =
  | { state: 'stored'; record: AnyRecord; version: number }
  | { state: 'deleted'; version: number }
  | { state: 'gone'; version: undefined };

/**
 * What is stored of a record now. It is read in its day; where it is not there, its last change says whether it was deleted or to which
 * day it moved. Throws `Unread`.
 */
export const readStanding = async (
  read: Frame['read'],
  { id, record }: Pick<Entry, 'id' | 'record'>,
): Promise<Standing> => {
  const inDay = async (day: string, profile_id: string): Promise<Standing | undefined> => {
    const records = recordsOf((await read('get_day', { day, profile_id })) as DayRecords);
    const found = records.find((one) => one.id === id);
    return found && { state: 'stored', record: found, version: found.version };
  };
  const lastChange = async (profile_id: string): Promise<Changes['changes'][number] | undefined> => {
    let cursor: string | undefined;
    do {
      const args = { profile_id, limit: LIMITS.changesAtOnce, cursor };
      const { changes, next_cursor } = (await read('list_changes', args)) as Changes;
      const last = changes.find(({ record_id }) => record_id === id);
      if (last) return last;
      cursor = next_cursor ?? undefined;
    } while (cursor);
    return undefined;
  };

  const standing = record && (await inDay(record.day, record.profile_id));
  if (standing) return standing;
  for (const profile of record ? [record.profile_id] : await profileIds(read)) {
    const last = await lastChange(profile);
    if (last && isDeletion(last.action)) return { state: 'deleted', version: last.version };
    const moved = last && (await inDay(last.day, profile));
    if (moved) return moved;
  }
  return { state: 'gone', version: undefined };
};

/** Of a deletion nothing tells in which diary it was. */
const profileIds = async (read: Frame['read']): Promise<string[]> => {
  const { profiles } = (await read('list_profiles', {})) as { profiles: { id: string }[] };
  return profiles.map(({ id }) => id);
};
