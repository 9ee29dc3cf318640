import { filesInArchive, isArchive, type RandomAccess } from './sources/files/archive.ts';
import { decodeHead } from './sources/files/decode-text.ts';
import {
  type FileHead,
  type Part,
  type Source,
  type SourceFile,
  UnreadableFile,
} from './sources/found/source.ts';
import { SOURCES } from './sources.ts';

/** What was sent, by its name. */
export type SentFile = RandomAccess & { name: string };

/** A source, those of its files that come, and the names of those that stay behind. */
export type Recognised = { source: Source; parts: Part[]; left: string[] };

const HEAD_BYTES = 64 * 1024;

const headOf = async (file: SourceFile): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.read()) {
    pieces.push(piece);
    size += piece.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
};

type Known = { source: Source; file: SourceFile; is: string };

const sourceOf = (file: SourceFile, head: FileHead): Known | undefined => {
  for (const source of SOURCES) {
    const is = source.recognise(head);
    if (is !== undefined) return { source, file, is };
  }
  return undefined;
};

/**
 * What a file is, by its content (`C14.recognised`): of an archive, the files in it. Throws `UnreadableFile` where it is nothing that
 * comes.
 */
export const recognise = async (sent: SentFile): Promise<Recognised> => {
  const whole: SourceFile = { name: sent.name, read: () => sent.read(0, sent.size) };
  const files = isArchive(await headOf(whole)) ? await filesInArchive(sent) : [whole];
  const known: Known[] = [];
  const left: string[] = [];
  for (const file of files) {
    const found = sourceOf(file, { name: file.name, text: decodeHead(await headOf(file)) });
    if (found) known.push(found);
    else left.push(file.name);
  }
  const { source } = known.find((one) => comes(one)) ?? {};
  if (!source) throw new UnreadableFile(known.length > 0 ? 'only_totals' : 'unknown', nameOf(known[0]));
  const ofSource = known.filter((one) => one.source === source && comes(one));
  const parts = source.hasOneFile ? ofSource.slice(0, 1) : ofSource;
  return {
    source,
    parts,
    left: [...known.filter((one) => !parts.includes(one)).map(({ file }) => file.name), ...left],
  };
};

const comes = ({ source, is }: Known): boolean => source.parts.includes(is);

const nameOf = (known: Known | undefined): string[] => (known ? [known.source.name] : []);
