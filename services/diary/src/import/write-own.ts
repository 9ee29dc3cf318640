import type { Db } from 'mongodb';
import { KINDS, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { type RecordOf, recordCollections } from 'shared/records/documents.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { keptSince, versionsOf } from 'shared/records/versions.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import type { RecordChanges } from '../records/record-changes.ts';
import { recordTitle } from '../records/record-title.ts';
import type { AddRecord } from './add-record.ts';
import type { ComingRow, Outcome } from './import-rows.ts';
import { importedId, storedRecord } from './sources/own/stored-record.ts';
import type { StoredImport } from './stored-import.ts';

type Kept = { version: number; import_id?: string | undefined; item_ids?: number | undefined };

/** What is here of the records of a download: those that stand, and the versions that are kept. */
type Standing = {
  here: Map<string, { version: number; import_id?: string }>;
  kept: Map<string, Kept[]>;
};

/** A record whose items get no id that one of its kept versions has (`C1.item_id`). */
const countingIds = (record: RecordOf[RecordKind], kept: readonly Kept[]): RecordOf[RecordKind] =>
  'item_ids' in record
    ? { ...record, item_ids: Math.max(record.item_ids, ...kept.map(({ item_ids = 0 }) => item_ids)) }
    : record;

type OwnRow = Extract<ComingRow, { kind: 'own' }>;

/** Makes the functions that write what a download brings: each record once, however often it comes (`C14.own`). */
export const createWriteOwn = (db: Db, changes: RecordChanges, add: AddRecord) => {
  const records = recordCollections(db);
  const versions = versionsOf(db);

  const standingOf = async (
    account_id: string,
    own: readonly OwnRow[],
    transaction: Transaction,
  ): Promise<Standing> => {
    const originals = own.flatMap(({ record }) => [
      record.id,
      ...('copied_from' in record && record.copied_from ? [record.copied_from] : []),
    ]);
    const ids = [...new Set(originals.flatMap((id) => [id, importedId(account_id, id)]))];
    const here: Standing['here'] = new Map();
    const kept: Standing['kept'] = new Map();
    for (const kind of RECORD_KINDS) {
      const ofKind = ids.filter((id) => id.startsWith(`${KINDS[kind].idPrefix}_`));
      if (ofKind.length === 0) continue;
      const found = records[KINDS[kind].collection] as typeof records.meals;
      for await (const { _id, version = 1, import_id } of found.find(
        { account_id, _id: { $in: ofKind } },
        { ...transaction, projection: { version: 1, import_id: 1 } },
      ))
        here.set(_id, { version, ...(import_id && { import_id }) });
    }
    for await (const { record_id, version, import_id, ended } of versions.find(
      { account_id, record_id: { $in: ids } },
      { ...transaction, projection: { record_id: 1, version: 1, import_id: 1, 'ended.item_ids': 1 } },
    )) {
      const { item_ids } = ended as Partial<StoredMeal>;
      kept.set(record_id, [...(kept.get(record_id) ?? []), { version, import_id, item_ids }]);
    }
    return { here, kept };
  };

  const write = async (
    row: OwnRow,
    profile: StoredProfile,
    { _id: importId, account_id }: StoredImport,
    { here, kept }: Standing,
    transaction: Transaction,
  ): Promise<Outcome> => {
    const idOf = (id: string): string => (here.has(id) || kept.has(id) ? id : importedId(account_id, id));
    const { recordKind: kind, record, change } = row;
    const id = idOf(record.id);
    const stands = here.get(id);
    const known = kept.get(id) ?? [];
    if (!change) {
      if (stands) return 'already';
      // It was deleted here: its versions count on.
      const version = Math.max(record.version, ...known.map((one) => one.version + 1));
      const stored = countingIds(storedRecord(row, profile, { importId, version, idOf }), known);
      const why = await add(kind, stored as never, transaction);
      if (why) return { why };
      here.set(id, { version, import_id: importId });
      return { kind, id, version };
    }
    const isMine = (one: Pick<Kept, 'import_id'>) => one.import_id === importId;
    const { version, action, by, day } = change;
    if ((stands && !isMine(stands)) || !known.every(isMine) || known.some((one) => one.version === version))
      return 'already';
    const at = new Date(change.at);
    if (at <= keptSince()) return { why: { code: 'no_longer_kept' } };
    if (stands && version > stands.version) return { why: { code: 'out_of_bounds', fields: ['version'] } };
    const ended = countingIds(storedRecord(row, profile, { importId, version: version - 1, idOf }), known);
    const item_ids = 'item_ids' in ended ? ended.item_ids : undefined;
    const title = change.title ?? recordTitle(kind, ended as never);
    await changes.keep(
      { kind, version, action, by, at, day, title, ended, import_id: importId },
      transaction,
    );
    if (item_ids && stands)
      await records.meals.updateOne({ _id: id, account_id }, { $max: { item_ids } }, transaction);
    kept.set(id, [...known, { version, import_id: importId, item_ids }]);
    return { kind: 'version', id, version };
  };

  return { standingOf, write };
};
