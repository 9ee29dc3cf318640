import { pipeline, type Readable, Transform } from 'node:stream';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { type SourceFile, UnreadableFile } from '../found/source.ts';

/** Bytes that can be read from any place. */
export type RandomAccess = { size: number; read: (start: number, end: number) => Readable };

const MOST_ENTRIES = 100_000;
/** Of those that may come, the beginning of each is read. */
const MOST_FILES = 5000;
/** What is unpacked of an archive, all readings of it together (`C14.bounds`). */
const MOST_UNPACKED_BYTES = 16 * 1024 ** 3;

/** Where routes, recordings and what a Mac adds stand: by their names nothing that comes. */
const NEVER_COMES = /(^|\/)(__MACOSX|\.)|\/$|\.(gpx|pdf|jpe?g|png|heic)$/i;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** A symbolic link of Unix holds its target as content. */
const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK;

/** What can be unpacked: stored and deflated entries. Windows packs what is larger than 2 GiB by Deflate64. */
const METHODS: readonly number[] = [0, 8];

class BytesReader extends RandomAccessReader {
  readonly #bytes: RandomAccess;
  constructor(bytes: RandomAccess) {
    super();
    this.#bytes = bytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#bytes.read(start, end);
  }
}

/** Whether bytes begin as a ZIP archive does. */
export const isArchive = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && [0x03, 0x05].includes(head[2] ?? 0);

/** Whether the archive is at fault: what yauzl finds has no code, what zlib finds one of its own. */
const isOfArchive = (error: unknown): boolean => {
  if (error instanceof UnreadableFile) return false;
  const { code } = error as { code?: unknown };
  return code === undefined || String(code).startsWith('Z_');
};

const openZip = (bytes: RandomAccess): Promise<ZipFile> => {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  fromRandomAccessReader(
    new BytesReader(bytes),
    bytes.size,
    { lazyEntries: true, autoClose: false },
    (error, zip) => (zip ? resolve(zip) : reject(error)),
  );
  return promise;
};

const entriesOf = (zip: ZipFile): Promise<Entry[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>();
  const entries = new Map<string, Entry>();
  zip.on('error', reject);
  zip.on('end', () => resolve([...entries.values()]));
  zip.on('entry', (entry: Entry) => {
    if (zip.entryCount > MOST_ENTRIES) return reject(new UnreadableFile('too_many'));
    // Of two with one name, the first.
    if (!NEVER_COMES.test(entry.fileName) && !isLink(entry) && !entries.has(entry.fileName))
      entries.set(entry.fileName, entry);
    if (entries.size > MOST_FILES) return reject(new UnreadableFile('too_many'));
    zip.readEntry();
  });
  zip.readEntry();
  return promise;
};

/**
 * The files of a ZIP archive that may come, by the names that they have in it. Each is unpacked as a stream whenever it is read, and
 * never to a file. An archive that cannot be read, or lies about what it holds, is an `UnreadableFile`; so is one that unpacks to more
 * than 16 GiB, whatever it says.
 */
export const filesInArchive = async (bytes: RandomAccess): Promise<SourceFile[]> => {
  const asUnreadable = (error: unknown): never => {
    throw isOfArchive(error) ? new UnreadableFile('damaged', []) : error;
  };
  const zip = await openZip(bytes).catch(asUnreadable);
  const entries = await entriesOf(zip).catch(asUnreadable);
  let unpacked = 0;
  const count = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        unpacked += chunk.length;
        if (unpacked > MOST_UNPACKED_BYTES) done(new UnreadableFile('too_large'));
        else done(null, chunk);
      },
    });
  const open = (entry: Entry): Promise<Readable> => {
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error)));
    return promise;
  };
  return entries.map((entry) => ({
    name: entry.fileName,
    read: async function* () {
      if (entry.isEncrypted()) throw new UnreadableFile('locked');
      if (!METHODS.includes(entry.compressionMethod)) throw new UnreadableFile('packed_otherwise');
      try {
        // Whoever stops reading ends both.
        const packed = await open(entry);
        yield* pipeline(packed, count(), () => packed.destroy());
      } catch (error) {
        asUnreadable(error);
      }
    },
  }));
};
