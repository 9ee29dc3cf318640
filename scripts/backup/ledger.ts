import { randomUUID } from 'node:crypto';
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Db, Document } from 'mongodb';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import { TOMBSTONE_DAYS, TOMBSTONES } from 'shared/store/tombstones.ts';
import { readDocuments, writeDocuments } from './document-file.ts';
import { cannotRead, cannotWrite } from './file-errors.ts';

/** Everything that ended for good, until `takenAt`. */
export type Ledger = { takenAt: Date; tombstones: Document[] };

/**
 * Writes the ledger beside the one that was at its place before, and then over it. What that one lists stays listed: a database
 * that is new, or was brought back, does not know it. Returns how much has ended, and how much of that the database does not know.
 * @throws Error, one line, where something else is at its place
 */
export const writeLedger = async (db: Db, file: string): Promise<{ ended: number; unknown: number }> => {
  const there = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  // Where a link leads to, so that the link stays.
  const real = there ? await realpath(file) : file;
  if (there && (await stat(real)).isDirectory()) throw new Error(`${file} is a folder: name a file.`);
  // Of its own name, because another run may be writing its own.
  const written = `${real}.${randomUUID()}.new`;
  const takenAt = new Date();
  let unknown = 0;
  const contents = async function* () {
    yield { taken_at: takenAt };
    const known = new Set<unknown>();
    for await (const tombstone of tombstonesOf(db)) {
      known.add(tombstone._id);
      yield tombstone;
    }
    if (!there) return;
    const forgotten = addSeconds(takenAt, -TOMBSTONE_DAYS * DAY_SECONDS);
    const earlier = documentsOf(real, ' Nothing was written: move it away, and run this again.');
    for await (const document of earlier) {
      // Not its header, which has no `at`.
      if (!(document.at > forgotten) || known.has(document._id)) continue;
      unknown += 1;
      yield document;
    }
  };
  try {
    const { documents } = await writeDocuments(written, contents());
    await rename(written, real);
    return { ended: documents - 1, unknown };
  } catch (error) {
    await rm(written, { force: true });
    throw cannotWrite(file, error as Error);
  }
};

/**
 * What the database knows to have ended. A secondary that lags behind would miss what ended last, and the ledger would not show
 * it; and what a failover takes back goes on, but the ledger would list it from now on.
 */
const tombstonesOf = (db: Db): AsyncIterable<Document> =>
  db
    .collection(TOMBSTONES)
    .find({}, { promoteValues: false, readPreference: 'primary', readConcern: 'majority' });

/**
 * Reads a ledger into memory.
 * @throws Error, one line, where the file is no ledger or cannot be read
 */
export const readLedger = async (file: string): Promise<Ledger> => {
  const [header, ...tombstones] = await Array.fromAsync(documentsOf(file));
  return { takenAt: header?.taken_at, tombstones };
};

/** What a ledger holds, its header first; `remedy` ends what is said of a file that is none. */
async function* documentsOf(file: string, remedy = ''): AsyncGenerator<Document> {
  try {
    const documents = readDocuments(file);
    const { value: header } = await documents.next();
    if (!(header?.taken_at instanceof Date)) throw new Error('it does not say when it was taken');
    yield header;
    yield* documents;
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall
      ? cannotRead(file, error as Error)
      : new Error(`${file} is not a ledger: ${message}.${remedy}`);
  }
}
