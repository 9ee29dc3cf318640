import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Db } from 'mongodb';
import { VERSION_INDEXES } from 'shared/records/versions.ts';
import { TOMBSTONES } from 'shared/store/tombstones.ts';
import { type Contents, writeDocuments } from './backup/document-file.ts';
import { EXCLUDED_COLLECTIONS } from './backup/excluded-collections.ts';
import { cannotWrite } from './backup/file-errors.ts';
import { writeLedger } from './backup/ledger.ts';
import { collectionFile, writeManifest } from './backup/manifest.ts';
import { requireAccounts } from './backup/require-accounts.ts';
import { onDatabase } from './operator/on-database.ts';
import { readArguments } from './operator/read-arguments.ts';

const USAGE = `npm run backup -- FOLDER          everything, into a new folder
       npm run backup -- --ledger FILE   only what has ended for good; a restore needs the newest`;

/** First what changes ended, so that none is of a version that its record has not reached: that one could not be changed again. */
const FIRST = Object.keys(VERSION_INDEXES);
/** Last the collections that others refer to, so that no record lacks its account; last of all what has ended meanwhile. */
const LAST = ['profiles', 'accounts', TOMBSTONES];

const listEnded = async (db: Db, file: string): Promise<void> => {
  const { ended, unknown } = await writeLedger(db, file);
  const earlier =
    unknown > 0 ? ` The database does not know ${unknown} of them: it is new, or was brought back.` : '';
  console.log(`${ended} ended for good, listed in ${file}.${earlier}`);
};

const collectionsInOrder = async (db: Db): Promise<string[]> => {
  const found = (await db.collections()).map(({ collectionName }) => collectionName);
  const names = found.filter((name) => !name.startsWith('system.'));
  const apart = [...EXCLUDED_COLLECTIONS, ...FIRST, ...LAST];
  const between = names.filter((name) => !apart.includes(name)).sort();
  return [...FIRST, ...between, ...LAST].filter((name) => names.includes(name));
};

const backUp = async (db: Db, folder: string): Promise<void> => {
  const begun = new Date();
  const unfinished = `${folder}.unfinished`;
  for (const path of [folder, unfinished])
    if (existsSync(path)) throw new Error(`${path} already exists: name a new folder, or remove it.`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const collections: Record<string, Contents> = {};
    for (const name of await collectionsInOrder(db)) {
      // What has ended a restore may have to know from here alone: a secondary that lags behind would miss the last of it.
      const collection = db.collection(name, name === TOMBSTONES ? { readPreference: 'primary' } : {});
      const documents = collection.find({}, { promoteValues: false, batchSize: 1000 });
      collections[name] = await writeDocuments(collectionFile(unfinished, name), documents);
      console.log(`${name}: ${collections[name].documents}`);
    }
    await writeManifest(unfinished, begun, collections);
    await rename(unfinished, folder);
  } catch (error) {
    // It may be what fills the disk.
    await rm(unfinished, { recursive: true, force: true });
    throw cannotWrite(folder, error as Error);
  }
  console.log(`Backed up to ${folder}.`);
};

const readCommand = () => {
  const { values, positionals } = readArguments({ ledger: { type: 'string' } }, USAGE);
  const [folder, ...surplus] = positionals;
  const { ledger } = values;
  if (!ledger === !folder || surplus.length > 0) throw new Error(`Usage: ${USAGE}`);
  return { folder, ledger };
};

await onDatabase(readCommand, async (db, { folder, ledger }) => {
  await requireAccounts(db);
  if (ledger) await listEnded(db, ledger);
  else if (folder) await backUp(db, resolve(folder));
});
