import { isDeepStrictEqual } from 'node:util';
import { BSON, type Collection, type Db, type Document } from 'mongodb';
import type { Assistant } from 'shared/calls/principal.ts';
import type { Author } from 'shared/contract/fields.ts';
import { type ChangeAction, KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { notFound, Problem } from 'shared/contract/problem.ts';
import { readRecord } from 'shared/records/any-record.ts';
import { type RecordOf, recordCollections } from 'shared/records/documents.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredNote } from 'shared/records/note.ts';
import { type StoredVersion, versionsOf } from 'shared/records/versions.ts';
import { createForgetAnswers } from 'shared/store/idempotency.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { createTombstoneWriter } from 'shared/store/tombstones.ts';
import { takeRoomOfDay } from './add-to-day.ts';
import { recordSize } from './record-size.ts';
import { recordTitle } from './record-title.ts';
import { createVersionRoom } from './version-room.ts';

/** What a change does, and who makes it. */
export type Made = { action: ChangeAction; by: Author };

/** An assistant as the author of a change. */
export const byAssistant = ({ connection }: Assistant): Author => ({
  by: 'assistant',
  client_name: connection.client_name,
});

export const BY_PERSON: Author = { by: 'person', client_name: null };

/** What a record says; the rest is of who wrote it and when, or follows from what it says. */
const contentOf = ({
  client_name,
  version,
  updated_by,
  updated_at,
  size,
  item_ids,
  sums,
  import_id,
  ...content
}: Document) => content;

export type RecordChanges = ReturnType<typeof createRecordChanges>;

/**
 * The changes of records of every kind. Each keeps the record as it was, in the same transaction (`C10.kept`), and says that the sums
 * of its day change: these functions need one, in which a record that is changed was read too.
 */
export const createRecordChanges = (db: Db) => {
  const collections = recordCollections(db);
  const versions = versionsOf(db);
  const makeRoom = createVersionRoom(db);
  const writeTombstone = createTombstoneWriter(db);
  const forgetAnswers = createForgetAnswers(db);
  const { markChanged } = createKeptSums(db);

  const collectionOf = (kind: RecordKind) =>
    collections[KINDS[kind].collection] as unknown as Collection<Document>;

  /** Keeps what a change ends. Where another change ended it first, the unique index refuses this one. */
  const keep = async (
    version: Omit<StoredVersion, 'account_id' | 'profile_id' | 'record_id' | 'bytes'>,
    transaction: Transaction,
  ): Promise<void> => {
    const { _id: record_id, account_id, profile_id } = version.ended;
    const bytes = BSON.calculateObjectSize(version.ended);
    await makeRoom(account_id, bytes, transaction);
    await versions.insertOne({ account_id, profile_id, record_id, ...version, bytes }, transaction);
    // Those that end the first version and the newest ones stay (`C10.kept_most`).
    const surplus = { $gt: 2, $lte: version.version + 1 - LIMITS.versionsOfRecord };
    if (surplus.$lte > surplus.$gt)
      await versions.deleteMany({ account_id, record_id, version: surplus }, transaction);
  };

  const keyOf = ({ _id, account_id }: Pick<RecordOf[RecordKind], '_id' | 'account_id'>) =>
    ({ _id, account_id }) as Document;

  /** Later than the change before, whatever the clock says. */
  const timeAfter = (record: { updated_at: Date }): Date =>
    new Date(Math.max(Date.now(), record.updated_at.getTime()));

  /** `next` as the version after `record`, which is kept; takes the room that it needs more than `stored`. */
  const nextVersion = async <Kind extends RecordKind>(
    kind: Kind,
    record: RecordOf[Kind],
    next: RecordOf[Kind],
    stored: RecordOf[Kind] | undefined,
    { action, by }: Made,
    transaction: Transaction,
  ): Promise<RecordOf[Kind]> => {
    const version = record.version + 1;
    const at = timeAfter(record);
    const changed = { ...next, version, updated_by: { action, ...by }, updated_at: at };
    if ('size' in changed) {
      const { size: _, ...unsized } = changed;
      changed.size = recordSize(unsized);
      await takeRoomOfDay(
        collectionOf(kind),
        changed,
        stored as StoredMeal | StoredNote | undefined,
        transaction,
      );
    }
    const title = recordTitle(kind, changed);
    await keep({ kind, version, action, by, at, day: changed.day, title, ended: record }, transaction);
    return changed;
  };

  return {
    /** Keeps a version that an import brings along (`C14.own`). */
    keep,

    /**
     * Puts `next` in the place of a record, as its next version; where both say the same, nothing is changed. Returns what is recorded
     * now. Throws `validation_failed` where its day has no room for it.
     */
    replace: async <Kind extends RecordKind>(
      kind: Kind,
      record: RecordOf[Kind],
      next: RecordOf[Kind],
      made: Made,
      transaction: Transaction,
    ): Promise<RecordOf[Kind]> => {
      if (isDeepStrictEqual(contentOf(record), contentOf(next))) return record;
      const changed = await nextVersion(kind, record, next, record, made, transaction);
      const { matchedCount } = await collectionOf(kind).replaceOne(keyOf(record), changed, transaction);
      if (matchedCount === 0) throw notFound();
      await markChanged(record, transaction);
      if (changed.day !== record.day) await markChanged(changed, transaction);
      return changed;
    },

    /**
     * Stores `next` as the next version of a record that was deleted: `record` is as its deletion left it. Throws `version_conflict`
     * where another record stands in its day, and `validation_failed` where that has no room for it.
     */
    bringBack: async <Kind extends RecordKind>(
      kind: Kind,
      record: RecordOf[Kind],
      next: RecordOf[Kind],
      made: Made,
      transaction: Transaction,
    ): Promise<RecordOf[Kind]> => {
      const restored = await nextVersion(kind, record, next, undefined, made, transaction);
      if (KINDS[kind].perDay === 'one') {
        const { account_id, profile_id, day } = restored;
        const standing = await collectionOf(kind).findOne({ account_id, profile_id, day }, transaction);
        if (standing)
          throw new Problem(
            'version_conflict',
            `${day} has a record by now: ${standing._id}. Correct or delete that one first.`,
          );
      }
      await collectionOf(kind).insertOne(restored as Document, transaction);
      await markChanged(restored, transaction);
      return restored;
    },

    /**
     * Deletes a record, all that is kept of it, and what a repeated call would answer of it, for good (`C10.for_good`). No backup brings
     * it back.
     */
    removeForGood: async (
      kind: RecordKind,
      record: RecordOf[RecordKind],
      transaction: Transaction,
    ): Promise<void> => {
      const { _id, account_id } = record;
      await writeTombstone(_id, transaction);
      await collectionOf(kind).deleteOne({ _id, account_id } as Document, transaction);
      await versions.deleteMany({ account_id, record_id: _id }, transaction);
      await forgetAnswers(account_id, { record_ids: _id }, transaction);
      await markChanged(record, transaction);
    },

    /** Deletes a record, or takes it back with its import. Returns it as it was, undefined where there is none. */
    remove: async <Kind extends RecordKind>(
      kind: Kind,
      key: Pick<RecordOf[Kind], '_id' | 'account_id'>,
      by: Author,
      transaction: Transaction,
      action: 'deleted' | 'taken_back' = 'deleted',
    ): Promise<RecordOf[Kind] | undefined> => {
      // One command finds it and deletes it.
      const found = await collectionOf(kind).findOneAndDelete(keyOf(key), transaction);
      if (!found) return undefined;
      const record = readRecord(kind, found as never);
      const { day } = record;
      const made = { version: record.version + 1, action, by, at: timeAfter(record) };
      await keep({ kind, ...made, day, title: recordTitle(kind, record), ended: record }, transaction);
      await markChanged(record, transaction);
      return record;
    },
  };
};
