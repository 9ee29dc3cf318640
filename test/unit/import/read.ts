import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { recognise } from '../../../services/diary/src/import/recognise.ts';
import type { Found, Refused } from '../../../services/diary/src/import/sources/found/source.ts';

/** Bytes as a file that was sent, given out in pieces of any size. */
export const sent = (name: string, content: string | Uint8Array, pieceBytes = 65_536) => {
  const bytes = Buffer.from(content as string);
  return {
    name,
    size: bytes.length,
    read: (start: number, end: number) => {
      const part = bytes.subarray(start, end);
      const pieces = Array.from({ length: Math.ceil(part.length / pieceBytes) }, (_, index) =>
        part.subarray(index * pieceBytes, (index + 1) * pieceBytes),
      );
      return Readable.from(pieces, { objectMode: false });
    },
  };
};

export const zipped = async (files: Record<string, string | Uint8Array>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>));
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes freely
export type Come = any;

/** What is read of a file: its source, what comes, and why the rest does not. */
export const readSent = async (
  name: string,
  content: string | Uint8Array,
  { timeZone = 'Europe/Madrid', pieceBytes = 65_536 } = {},
) => {
  const { source, parts, left } = await recognise(sent(name, content, pieceBytes));
  const all: Found[] = await Array.fromAsync(source.read(parts, { timeZone, lastDay: '2026-11-28' }));
  const refused = all.filter((one): one is Refused => one.kind === 'refused');
  return {
    source: source.name,
    left,
    refused: refused.map(({ line, why }) => [line, why.code, ...(why.fields ?? [])]),
    comes: all.filter((one) => one.kind !== 'refused') as Come[],
  };
};
