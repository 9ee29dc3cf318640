import { rename, stat } from 'node:fs/promises';
import type { Db, Document } from 'mongodb';
import { TOMBSTONES } from 'shared/service/tombstones.ts';
import { readDocuments, writeDocuments } from './document-file.ts';

/** Everything that ended for good, until `takenAt`. */
export type Ledger = { takenAt: Date; tombstones: Document[] };

/** Writes the ledger beside whatever was at its place before, and then over it. Gives how much has ended. */
export const writeLedger = async (db: Db, file: string): Promise<number> => {
  const there = await stat(file).catch(() => undefined);
  if (there?.isDirectory()) throw new Error(`${file} is a folder: name a file.`);
  const takenAt = new Date();
  // A secondary that lags behind would miss what ended last, and the ledger would not show it.
  const options = { promoteValues: false, readPreference: 'primary' } as const;
  const tombstones = db.collection(TOMBSTONES).find({}, options);
  const { documents } = await writeDocuments(`${file}.new`, withHeader({ taken_at: takenAt }, tombstones));
  await rename(`${file}.new`, file);
  return documents - 1;
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
