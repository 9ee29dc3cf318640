import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Contents } from './document-file.ts';
import { cannotRead } from './file-errors.ts';

const FILE = 'manifest.json';

/** What a backup is made of. It is written last: a folder without it is no backup. */
const manifest = z.object({
  format: z.literal(1),
  /** Whatever ended before this is not in the backup. */
  begun_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  collections: z.record(z.string(), z.object({ documents: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** The file of a collection in a backup. */
export const collectionFile = (folder: string, collection: string): string =>
  join(folder, `${collection}.ndjson.gz`);

/** Writes it, which makes a folder a backup. */
export const writeManifest = (
  folder: string,
  begun: Date,
  collections: Record<string, Contents>,
): Promise<void> => {
  const written: Manifest = {
    format: 1,
    begun_at: begun.toISOString(),
    ended_at: new Date().toISOString(),
    collections,
  };
  return writeFile(join(folder, FILE), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 });
};

/** @throws Error, one line, where the folder holds no complete backup, or cannot be read */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const file = join(folder, FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && existsSync(folder)) return '';
    throw cannotRead(file, error);
  });
  const result = manifest.safeParse(parseJson(text));
  if (!result.success) throw new Error(`${folder} holds no complete backup.`);
  return result.data;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
