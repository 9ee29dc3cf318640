import { KINDS, RECORD_KINDS } from 'shared/contract/kinds.ts';
import type { z } from 'zod';
import { type AnyOwnRecord, OWN_RECORDS, ownProfile, ownVersion } from '../found/own-record.ts';
import type { Found, Part, Place, Reason } from '../found/source.ts';
import { type OwnRow, ownRows } from './rows.ts';

/** What comes of a download; account, assistants, links, consents and the call log stay behind. */
export async function* ownRecords(parts: readonly Part[]): AsyncGenerator<Found> {
  for (const { file } of parts)
    for await (const row of ownRows(file)) {
      const place: Place = { file: file.name, line: row.position, text: titleOf(row) };
      const made = toRecord(row);
      if (made) yield { ...place, ...made } as Found;
    }
}

const titleOf = ({ list, value }: OwnRow): string => {
  const { id, record_id, day } = (value ?? {}) as Record<string, unknown>;
  return [list, day, id ?? record_id]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .slice(0, 200);
};

type Made = AnyOwnRecord | { why: Reason };

const toRecord = ({ list, value }: OwnRow) => {
  if (list === 'profiles') {
    const { success, data, error } = ownProfile.safeParse(value);
    return success ? { kind: 'profile', profile: data } : { kind: 'refused', why: whyNot(error) };
  }
  const kind = RECORD_KINDS.find((one) => KINDS[one].collection === list);
  if (!kind && list !== 'versions') return undefined;
  const made = kind ? recordOf(kind, value) : versionOf(value);
  return 'why' in made ? { kind: 'refused', why: made.why } : { kind: 'own', day: made.record.day, ...made };
};

const recordOf = (kind: AnyOwnRecord['recordKind'], value: unknown): Made => {
  const { success, data, error } = OWN_RECORDS[kind].safeParse(value);
  return success ? ({ recordKind: kind, record: data } as AnyOwnRecord) : { why: whyNot(error) };
};

const versionOf = (value: unknown): Made => {
  const { success, data, error } = ownVersion.safeParse(value);
  if (!success) return { why: whyNot(error) };
  const { kind, ended, ...change } = data;
  const made = recordOf(kind, ended);
  return 'why' in made ? made : { ...made, change };
};

const whyNot = ({ issues }: z.ZodError): Reason => ({
  code: 'out_of_bounds',
  fields: [...new Set(issues.map(({ path }) => path.join('/')))].slice(0, 10),
});
