import type { Author } from 'shared/contract/fields.ts';
import type { RecordKind } from 'shared/contract/kinds.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import type { RecordChanges } from '../records/record-changes.ts';
import type { HistoryStore, Standing } from './history-store.ts';

type Stores = { history: HistoryStore; changes: RecordChanges };

export type RestoreRecord = ReturnType<typeof createRestoreRecord>;

/** Ids that the meal has given since stay given (`C1.item_id`). */
const keepingIds = <Kind extends RecordKind>(before: RecordOf[Kind], standing: RecordOf[Kind]) =>
  'item_ids' in standing && 'item_ids' in before
    ? { ...before, item_ids: Math.max(before.item_ids, standing.item_ids) }
    : before;

/**
 * Makes the function that puts a record back as it was at a version or, where none is named, before its last change (`C10.restore`).
 * Returns the record, undefined where that version is not kept. Throws `version_conflict` where another record stands in its day, and
 * `validation_failed` where its day has no room for it.
 */
export const createRestoreRecord =
  ({ history, changes }: Stores) =>
  async (
    { kind, record, deleted }: Standing,
    version: number | undefined,
    by: Author,
    transaction: Transaction,
  ): Promise<AnyRecord | undefined> => {
    const { _id, account_id } = record;
    // A deletion is a version of its own, with the content that it ended.
    const wanted = version ?? (deleted ? record.version : record.version - 1);
    const found =
      wanted === record.version ? { record } : await history.atVersion(account_id, _id, wanted, transaction);
    if (!found) return undefined;
    const before = keepingIds(found.record as never, record as never);
    const made = { action: 'restored', by } as const;
    const restored = deleted
      ? await changes.bringBack(kind, record as never, before as never, made, transaction)
      : await changes.replace(kind, record as never, before as never, made, transaction);
    return { kind, record: restored } as AnyRecord;
  };
