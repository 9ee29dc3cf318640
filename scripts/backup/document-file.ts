import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BSON, type Document } from 'mongodb';
import { splitLines } from 'shared/process/split-lines.ts';
import { cannotRead } from './file-errors.ts';

/** What a file holds: `sha256` is of its bytes. */
export type Contents = { documents: number; sha256: string };

/**
 * Writes documents as lines of EJSON that keep every type, compressed, as fast as they come, and waits until the disk has them.
 * For the owner's eyes only.
 */
export const writeDocuments = async (file: string, documents: AsyncIterable<Document>): Promise<Contents> => {
  const hash = createHash('sha256');
  let count = 0;
  await pipeline(
    async function* () {
      for await (const document of documents) {
        count += 1;
        yield `${BSON.EJSON.stringify(document, { relaxed: false })}\n`;
      }
    },
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return { documents: count, sha256: hash.digest('hex') };
};

/** The documents of a file, one after the other. */
export async function* readDocuments(file: string): AsyncGenerator<Document> {
  // Its errors are the input's, too, where the loop meets them.
  const input = pipe(createReadStream(file), createGunzip(), () => {});
  for await (const line of splitLines(input)) yield BSON.EJSON.parse(line, { relaxed: false });
}

/**
 * The SHA-256 of a file's bytes.
 * @throws Error, one line, where it cannot be read
 */
export const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash).catch((error) => {
    throw cannotRead(file, error);
  });
  return hash.digest('hex');
};
