import { Readable } from 'node:stream';
import { Binary, type Db } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Keys } from 'shared/process/keys.ts';
import { addSeconds, HOUR_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { RandomAccess } from './sources/files/archive.ts';

/** Whose file it is. */
export type ImportKey = { _id: string; account_id: string };

/** A part of a file, sealed: every replica can read it, and nobody who has the database alone. */
type FilePart = { account_id: string; import_id: string; n: number; sealed: Binary; expires_at: Date };

const PART_BYTES = 1024 * 1024;

/** The TTL index only cleans up what an end of the process left behind: a file is deleted when its import ends. */
export const IMPORT_FILE_INDEXES: Indexes = {
  import_files: [
    { key: { account_id: 1, import_id: 1, n: 1 }, unique: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

export type ImportFiles = ReturnType<typeof createImportFiles>;

/** The files that were sent, as long as their imports need them (`C14.file_kept`). */
export const createImportFiles = (db: Db, keys: Keys) => {
  const parts = db.collection<FilePart>('import_files');
  const ofFile = ({ _id, account_id }: ImportKey) => ({ account_id, import_id: _id });

  return {
    /** Keeps a file as it comes in; `goesOn` is asked before each part. Returns its size in bytes. */
    keep: async (
      key: ImportKey,
      bytes: AsyncIterable<Buffer>,
      goesOn: () => Promise<void>,
    ): Promise<number> => {
      const expires_at = addSeconds(new Date(), LIMITS.importFileHours * HOUR_SECONDS);
      let n = 0;
      let size = 0;
      let held: Buffer[] = [];
      let heldBytes = 0;
      const put = async (): Promise<void> => {
        await goesOn();
        const sealed = new Binary(keys.sealBytes('import', Buffer.concat(held)));
        await parts.insertOne({ ...ofFile(key), n, sealed, expires_at });
        n += 1;
        held = [];
        heldBytes = 0;
      };
      for await (const piece of bytes)
        for (let rest = piece; rest.length > 0; ) {
          const taken = rest.subarray(0, PART_BYTES - heldBytes);
          rest = rest.subarray(taken.length);
          held.push(taken);
          heldBytes += taken.length;
          size += taken.length;
          if (heldBytes === PART_BYTES) await put();
        }
      if (heldBytes > 0) await put();
      return size;
    },

    /** The file, to be read from any place. */
    open: (key: ImportKey, size: number): RandomAccess => {
      // Archives are read in many small pieces.
      let last: { n: number; bytes: Buffer } | undefined;
      const partAt = async (n: number): Promise<Buffer> => {
        if (last?.n === n) return last.bytes;
        const found = await parts.findOne({ ...ofFile(key), n });
        if (!found) throw new Error('a part of the file is missing');
        last = { n, bytes: keys.openBytes('import', found.sealed.buffer) };
        return last.bytes;
      };
      const read = async function* (start: number, end: number): AsyncGenerator<Buffer> {
        for (let at = start; at < end; ) {
          const n = Math.floor(at / PART_BYTES);
          const begin = n * PART_BYTES;
          const piece = (await partAt(n)).subarray(at - begin, end - begin);
          if (piece.length === 0) return;
          at += piece.length;
          yield piece;
        }
      };
      return { size, read: (start, end) => Readable.from(read(start, end), { objectMode: false }) };
    },

    remove: async (key: ImportKey): Promise<void> => {
      await parts.deleteMany(ofFile(key));
    },
  };
};
