import { type Db, type Filter, ObjectId } from 'mongodb';
import { isDeletion, KINDS, kindOfId, type RecordKind } from 'shared/contract/kinds.ts';
import { type AnyRecord, readRecord } from 'shared/records/any-record.ts';
import { ofProfile, type ProfileKey, type RecordOf } from 'shared/records/documents.ts';
import {
  type FoundVersion,
  keptSince,
  readEnded,
  type StoredVersion,
  versionsOf,
} from 'shared/records/versions.ts';
import { OF_ONE_MOMENT, type Transaction } from 'shared/store/mongo.ts';

/** A change without the record that it ended, which can be large; of that, what tells how it came about. */
export type KeptChange = Omit<StoredVersion, 'ended' | 'bytes'> & {
  _id: ObjectId;
  ended: Pick<RecordOf[RecordKind], 'version' | 'updated_by' | 'updated_at' | 'client_name'>;
};

/** The place in the list of changes of the last one that was shown. */
export type ChangesCursor = { at: Date; id: string };

const OF_ENDED = ['version', 'updated_by', 'updated_at', 'client_name'].map((field) => [`ended.${field}`, 1]);
const WITHOUT_CONTENT = Object.fromEntries([
  ...['account_id', 'profile_id', 'kind', 'record_id', 'version', 'action', 'by', 'at', 'day', 'title'].map(
    (field) => [field, 1],
  ),
  ...OF_ENDED,
]);

/** A record as it stands: the one that is stored or, where it was deleted, what the deletion ended, at the version that it made. */
export type Standing = AnyRecord & { deleted: boolean };

export type HistoryStore = ReturnType<typeof createHistoryStore>;

/** What is kept of the records of every kind. */
export const createHistoryStore = (db: Db) => {
  const versions = versionsOf(db);

  const ofRecord = (account_id: string, record_id: string) => ({ account_id, record_id });

  /** The record that a change ended. */
  const endedBy = async (
    accountId: string,
    id: string,
    version: number,
    transaction: Transaction,
  ): Promise<AnyRecord | undefined> => {
    const filter = { ...ofRecord(accountId, id), version, at: { $gt: keptSince() } };
    const found = await versions.findOne(filter, transaction);
    return found ? ({ kind: found.kind, record: readEnded(found) } as AnyRecord) : undefined;
  };

  /** What a deletion left: its own version, with the content that it ended. */
  const asDeleted = (found: FoundVersion): AnyRecord => {
    const { kind, version, action, by, at } = found;
    const record = { ...readEnded(found), version, updated_by: { action, ...by }, updated_at: at };
    return { kind, record } as AnyRecord;
  };

  return {
    /**
     * The record of this account with this id as it stands; `not_kept` where its deletion is too long ago, undefined where nothing is
     * known of it.
     */
    standing: async (
      accountId: string,
      id: string,
      transaction: Transaction = {},
    ): Promise<Standing | 'not_kept' | undefined> => {
      const kind = kindOfId(id);
      if (!kind) return undefined;
      const lastVersion = [{ $match: ofRecord(accountId, id) }, { $sort: { version: -1 } }, { $limit: 1 }];
      // One command: what is deleted, or put back, meanwhile would be found in neither place.
      const found = await db
        .collection(KINDS[kind].collection)
        .aggregate<{ _id: unknown }>(
          [
            { $match: { _id: id, account_id: accountId } },
            { $unionWith: { coll: versions.collectionName, pipeline: lastVersion } },
          ],
          { ...OF_ONE_MOMENT, ...transaction },
        )
        .toArray();
      const record = found.find(({ _id }) => _id === id);
      if (record) return { kind, record: readRecord(kind, record as never), deleted: false } as Standing;
      const [last] = found as unknown as FoundVersion[];
      if (!last || !isDeletion(last.action)) return undefined;
      return last.at > keptSince() ? { ...asDeleted(last), deleted: true } : 'not_kept';
    },

    /** The record as it was at a version before the current one; undefined where that is not kept. */
    atVersion: async (
      accountId: string,
      id: string,
      version: number,
      transaction: Transaction = {},
    ): Promise<AnyRecord | undefined> => endedBy(accountId, id, version + 1, transaction),

    /** The changes of a record that are kept, the oldest first. */
    changesOf: (accountId: string, id: string): Promise<KeptChange[]> =>
      versions
        .find({ ...ofRecord(accountId, id), at: { $gt: keptSince() } })
        .sort({ version: 1 })
        .project<KeptChange>(WITHOUT_CONTENT)
        .toArray(),

    /** What the newest changes of a record ended, up to the one that made version `upTo`: its versions before, the newest first. */
    endedOf: async (accountId: string, id: string, upTo: number, limit: number): Promise<AnyRecord[]> =>
      versions
        .find({ ...ofRecord(accountId, id), version: { $lte: upTo }, at: { $gt: keptSince() } })
        .sort({ version: -1 })
        .limit(limit)
        .map((found) => ({ kind: found.kind, record: readEnded(found) }) as AnyRecord)
        .toArray(),

    /** Changes in a profile between two moments, the newest first, after the one that `cursor` names. */
    changesBetween: (
      profile: ProfileKey,
      { from, before, cursor, limit }: { from?: Date; before?: Date; cursor?: ChangesCursor; limit: number },
    ): Promise<KeptChange[]> => {
      const since = keptSince();
      const at = {
        $gte: from && from > since ? from : since,
        ...(before && { $lt: before }),
        ...(cursor && { $lte: cursor.at }),
      };
      const beyond = cursor && {
        $or: [{ at: { $lt: cursor.at } }, { at: cursor.at, _id: { $lt: new ObjectId(cursor.id) } }],
      };
      return versions
        .find({ ...ofProfile(profile), at, ...beyond } as Filter<FoundVersion>)
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .project<KeptChange>(WITHOUT_CONTENT)
        .toArray();
    },
  };
};
