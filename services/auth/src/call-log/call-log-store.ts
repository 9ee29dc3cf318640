import { type Db, type Document, MongoBulkWriteError } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { CallLogEntry } from 'shared/queues/call-log.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { DUPLICATE_KEY } from 'shared/store/mongo.ts';

export type LoggedCall = Omit<CallLogEntry, 'at'> & { _id: string; at: Date };

/** How often a connection's calls of an operation succeeded. */
type CallCount = { connection_id: string; operation: string; count: number };

/** What part of an account's log is wanted: the newest of all applications, where neither is given. */
type CallQuery = { clientName?: string | undefined; before?: LoggedCall | undefined };

const KEPT_SECONDS = LIMITS.callLogDays * DAY_SECONDS;

export const CALL_LOG_INDEXES: Indexes = {
  call_log: [
    { key: { account_id: 1, at: -1, _id: -1 } },
    { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
};

export type CallLogStore = ReturnType<typeof createCallLogStore>;

/** Calls before this moment have expired. */
const keptSince = (): Date => addSeconds(new Date(), -KEPT_SECONDS);

/**
 * The collection `call_log`. Calls of more than 90 days are not found, whether or not the index has swept them. That is compared
 * after they were read by account: in the query, DocumentDB may scan the index of `at`, which holds nearly everything.
 */
export const createCallLogStore = (db: Db) => {
  const calls = db.collection<LoggedCall>('call_log');
  /** The newest of the calls that match, as the index has them: there is no other bound to what an account's log can hold. */
  const newest = (match: Document): Document[] => [
    { $match: match },
    { $sort: { at: -1, _id: -1 } },
    { $limit: LIMITS.newestCalls },
    { $match: { at: { $gt: keptSince() } } },
  ];
  return {
    /** Writes the entries of a batch that are of open accounts; the same batch again, whole or in part, adds nothing. */
    write: async (
      batchId: string,
      entries: readonly CallLogEntry[],
      openIds: ReadonlySet<string>,
    ): Promise<void> => {
      const documents = entries
        .map((entry, index) => ({ ...entry, _id: `${batchId}:${index}`, at: new Date(entry.at) }))
        .filter(({ account_id }) => openIds.has(account_id));
      if (documents.length === 0) return;
      await calls.insertMany(documents, { ordered: false }).catch((error: unknown) => {
        // A write that failed as a whole (no primary, a full disk, a broken connection) names no document: that is no repeat.
        const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
        if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
      });
    },

    find: (accountId: string, id: string): Promise<LoggedCall | null> =>
      calls.findOne({ _id: id, account_id: accountId }),

    /** At most `limit` calls of an account, the newest first. */
    list: (accountId: string, { clientName, before }: CallQuery, limit: number): Promise<LoggedCall[]> =>
      calls
        .aggregate<LoggedCall>([
          ...newest({
            account_id: accountId,
            ...(before && {
              at: { $lte: before.at },
              $or: [{ at: { $lt: before.at } }, { _id: { $lt: before._id } }],
            }),
          }),
          ...(clientName === undefined ? [] : [{ $match: { client_name: clientName } }]),
          { $limit: limit },
        ])
        .toArray(),

    /** The names of the applications in an account's log, in any order, and whether older calls may have others. */
    clientNames: async (accountId: string): Promise<{ names: string[]; isLong: boolean }> => {
      const found = await calls
        .aggregate<{ _id: string; count: number }>([
          ...newest({ account_id: accountId }),
          { $group: { _id: '$client_name', count: { $sum: 1 } } },
        ])
        .toArray();
      const read = found.reduce((sum, { count }) => sum + count, 0);
      return { names: found.map(({ _id }) => _id), isLong: read === LIMITS.newestCalls };
    },

    /** What the connections of an account did since then, the most frequent first, and whether older calls were left out. */
    countSince: async (accountId: string, since: Date): Promise<{ counts: CallCount[]; isLong: boolean }> => {
      const found = await calls
        .aggregate<{ _id: Omit<CallCount, 'count'>; count: number; read: number }>([
          ...newest({ account_id: accountId, at: { $gte: since } }),
          {
            $group: {
              _id: { connection_id: '$connection_id', operation: '$operation' },
              count: { $sum: { $cond: [{ $lt: ['$status', 400] }, 1, 0] } },
              read: { $sum: 1 },
            },
          },
          { $sort: { count: -1, _id: 1 } },
        ])
        .toArray();
      const counts = found.filter(({ count }) => count > 0).map(({ _id, count }) => ({ ..._id, count }));
      return { counts, isLong: found.reduce((sum, { read }) => sum + read, 0) === LIMITS.newestCalls };
    },

    /** The whole log of an account, the oldest first, as fast as it is read. */
    async *all(accountId: string): AsyncGenerator<LoggedCall> {
      const since = keptSince();
      for await (const call of calls.find({ account_id: accountId }).sort({ at: 1, _id: 1 }))
        if (call.at > since) yield call;
    },

    removeAll: async (accountId: string): Promise<void> => {
      await calls.deleteMany({ account_id: accountId });
    },
  };
};
