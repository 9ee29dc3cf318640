import { Binary, type Db } from 'mongodb';
import type { RecordKind } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Keys } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS, HOUR_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import type { ImportKey } from './import-files.ts';
import type { Found, Reason, Refused } from './sources/found/source.ts';

/** What comes: a record of another source or of a download. */
export type ComingRow = Exclude<Found, Refused | { kind: 'profile' }>;

/** What an import wrote: a record, at the version that it was written as, or a kept version of one. */
export type Written = { kind: RecordKind | 'version'; id: string; version: number };

/** What became of a row: written, here already, on a day that is left as it is, told by the preview already, or why it does not come. */
export type Outcome = Written | 'already' | 'skipped' | 'told' | { why: Reason };

/**
 * Before it is written, a row is `sealed`, in the order `n` of a reading (`run`); then a batch is one document of what was written, by
 * which it can be taken back. `profile_id` is that of the import.
 */
type StoredRow = {
  account_id: string;
  profile_id: string;
  import_id: string;
  n: number;
  run: string;
  sealed?: Binary;
  written?: Written[];
  expires_at: Date;
};

export const IMPORT_ROW_INDEXES: Indexes = {
  import_rows: [
    { key: { account_id: 1, import_id: 1, n: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

/** What is written in one transaction. */
const BATCH_ROWS = 50;
const BATCH_BYTES = 4 * 1024 * 1024;

export type RowsOwner = ImportKey & { profile_id: string };

export type ImportRows = ReturnType<typeof createImportRows>;

/** What was read of a file and waits to be written, and then what was written. */
export const createImportRows = (db: Db, keys: Keys) => {
  const rows = db.collection<StoredRow>('import_rows');
  const ofImport = ({ _id, account_id }: ImportKey) => ({ account_id, import_id: _id });

  return {
    /** Keeps rows of a reading, the first as number `n`. */
    add: async (owner: RowsOwner, run: string, n: number, read: readonly ComingRow[]): Promise<void> => {
      const expires_at = addSeconds(new Date(), 2 * LIMITS.importFileHours * HOUR_SECONDS);
      const stored = read.map((row, index) => ({
        ...ofImport(owner),
        profile_id: owner.profile_id,
        n: n + index,
        run,
        sealed: new Binary(keys.sealBytes('import', Buffer.from(JSON.stringify(row)))),
        expires_at,
      }));
      await rows.insertMany(stored);
    },

    /** The next rows from number `n`, and the number after them. */
    next: async (owner: ImportKey, run: string, n: number): Promise<{ rows: ComingRow[]; next: number }> => {
      const found = rows.find({ ...ofImport(owner), run, n: { $gte: n }, sealed: { $exists: true } });
      const batch: ComingRow[] = [];
      let bytes = 0;
      let next = n;
      await using open = found.sort({ n: 1 }).limit(BATCH_ROWS);
      for await (const { sealed, n: at } of open) {
        bytes += sealed?.length() ?? 0;
        if (batch.length > 0 && bytes > BATCH_BYTES) break;
        if (sealed) batch.push(JSON.parse(keys.openBytes('import', sealed.buffer).toString()));
        next = at + 1;
      }
      return { rows: batch, next };
    },

    /** Puts what was written in the place of rows. */
    settle: async (
      owner: RowsOwner,
      run: string,
      { from, to, written }: { from: number; to: number; written: Written[] },
      transaction: Transaction,
    ): Promise<void> => {
      await rows.deleteMany({ ...ofImport(owner), run, n: { $gte: from, $lt: to } }, transaction);
      if (written.length === 0) return;
      const expires_at = addSeconds(new Date(), (LIMITS.importDays + 1) * DAY_SECONDS);
      const { profile_id } = owner;
      await rows.insertOne(
        { ...ofImport(owner), profile_id, n: from, run, written, expires_at },
        transaction,
      );
    },

    /** The last batch that was written, undefined where none is left. */
    lastWritten: async (owner: ImportKey) => {
      const filter = { ...ofImport(owner), written: { $exists: true } };
      const found = await rows.findOne(filter, { sort: { n: -1 } });
      return found && { _id: found._id, written: found.written ?? [] };
    },

    /** Forgets a batch that was taken back; false where another process has. */
    forget: async (
      { account_id }: ImportKey,
      { _id }: { _id: StoredRow extends { _id: infer Id } ? Id : unknown },
      transaction: Transaction,
    ): Promise<boolean> =>
      (await rows.deleteOne({ _id: _id as never, account_id }, transaction)).deletedCount === 1,

    /** Deletes what waits to be written; `run`: of other readings alone. */
    removeWaiting: async (owner: ImportKey, run?: string): Promise<void> => {
      const others = run ? { run: { $ne: run } } : {};
      await rows.deleteMany({ ...ofImport(owner), ...others, sealed: { $exists: true } });
    },
  };
};
