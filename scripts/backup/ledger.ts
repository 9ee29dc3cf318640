import { randomUUID } from 'node:crypto';
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Db, Document } from 'mongodb';
import { TOMBSTONES } from 'shared/service/tombstones.ts';
import { readDocuments, writeDocuments } from './document-file.ts';

/** Everything that ended for good, until `takenAt`. */
export type Ledger = { takenAt: Date; tombstones: Document[] };

/** Writes the ledger beside whatever was at its place before, and then over it. Gives how much has ended. */
export const writeLedger = async (db: Db, file: string): Promise<number> => {
  const there = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  // Where a link leads to, so that the link stays.
  const real = there ? await realpath(file) : file;
  if (there && (await stat(real)).isDirectory()) throw new Error(`${file} is a folder: name a file.`);
  // Of its own name, because another run may be writing its own.
  const written = `${real}.${randomUUID()}.new`;
  const takenAt = new Date();
  // A secondary that lags behind would miss what ended last, and the ledger would not show it.
  const options = { promoteValues: false, readPreference: 'primary' } as const;
  const tombstones = db.collection(TOMBSTONES).find({}, options);
  try {
    const { documents } = await writeDocuments(written, withHeader({ taken_at: takenAt }, tombstones));
    await rename(written, real);
    return documents - 1;
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
};

async function* withHeader(header: Document, documents: AsyncIterable<Document>) {
  yield header;
  yield* documents;
}

/**
 * Reads a ledger into memory.
 * @throws Error, one line, where the file is no ledger
 */
export const readLedger = async (file: string): Promise<Ledger> => {
  const [header, ...tombstones] = await Array.fromAsync(readDocuments(file)).catch((error: Error) => {
    throw new Error(`${file} is not a ledger: ${error.message}.`);
  });
  if (!(header?.taken_at instanceof Date)) throw new Error(`${file} is not a ledger.`);
  return { takenAt: header.taken_at, tombstones };
};
