import type { Db, Document } from 'mongodb';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import { TOMBSTONE_DAYS, TOMBSTONES, tombstoneId } from 'shared/store/tombstones.ts';
import { hashFile, readDocuments } from './backup/document-file.ts';
import { EXCLUDED_COLLECTIONS } from './backup/excluded-collections.ts';
import { giveDefaults } from './backup/give-defaults.ts';
import { insertDocuments } from './backup/insert-documents.ts';
import { type Ledger, readLedger } from './backup/ledger.ts';
import { collectionFile, type Manifest, readManifest } from './backup/manifest.ts';
import { removeEnded } from './backup/remove-ended.ts';
import { requireAccounts } from './backup/require-accounts.ts';
import { withoutOpenImports } from './backup/without-open-imports.ts';
import { onDatabase } from './operator/on-database.ts';
import { readArguments } from './operator/read-arguments.ts';

const USAGE = `npm run restore -- FOLDER --ledger FILE [--replace]
       npm run restore -- --after-snapshot --ledger FILE
  --ledger FILE      the newest ledger: what ended after the backup stays ended
  --without-ledger   there is none, or none newer than the backup: what ended after the backup comes back
  --replace          empty the database first; what ended in it stays ended
  --after-snapshot   the database was brought back by other means: take out what has ended since`;

/** Whatever the URL says: a secondary may not know yet what is there. */
const FROM_PRIMARY = { readPreference: 'primary' } as const;

/** By what the ledger does not list, whatever it says of the time: clocks differ a little. */
const refuseBehind = async (db: Db, { takenAt, tombstones }: Ledger): Promise<void> => {
  const listed = new Set(tombstones.map(({ _id }) => _id));
  for await (const { _id, at } of db.collection(TOMBSTONES).find({ at: { $gt: takenAt } }))
    if (!listed.has(_id))
      throw new Error(
        `The ledger is older than the database, in which something ended at ${at.toISOString()}. Nothing was done. Take the newest one; if it is the newest there is, add to it what this database knows (npm run backup -- --ledger FILE), then run this again.`,
      );
};

const refuseOld = (manifest: Manifest, ledger: Ledger | undefined): void => {
  if (new Date(manifest.begun_at) < addSeconds(new Date(), -TOMBSTONE_DAYS * DAY_SECONDS))
    throw new Error(`The backup is older than ${TOMBSTONE_DAYS} days: what ended since then is forgotten.`);
  if (ledger && ledger.takenAt < new Date(manifest.ended_at))
    throw new Error(
      `The ledger is older than the backup (${ledger.takenAt.toISOString()} and ${manifest.ended_at}). Take the newest one; if it is the newest there is, use --without-ledger: what the backup itself lists as ended is newer.`,
    );
};

const refuseDamaged = async (folder: string, { collections }: Manifest): Promise<void> => {
  for (const [name, { sha256 }] of Object.entries(collections)) {
    const file = collectionFile(folder, name);
    if ((await hashFile(file)) !== sha256) throw new Error(`${file} is not what was backed up.`);
  }
};

/** What a database of ours may hold that a backup replaces. Whatever else there is belongs to another one, most likely. */
const replacedBy = ({ collections }: Manifest): string[] => [
  ...Object.keys(collections),
  ...EXCLUDED_COLLECTIONS,
];

const refuseFilled = async (db: Db, manifest: Manifest, mayReplace: boolean): Promise<void> => {
  const ours = [...replacedBy(manifest), TOMBSTONES];
  for (const collection of await db.collections()) {
    const name = collection.collectionName;
    if (mayReplace && ours.includes(name)) continue;
    if (!(await collection.findOne({}))) continue;
    if (!mayReplace)
      throw new Error(`The database is not empty: it holds ${name}. --replace empties it first.`);
    throw new Error(
      `The database ${db.databaseName} holds ${name}, which is not in the backup. Nothing was emptied. Does MONGODB_URL name the right one? If it does, remove ${name} first.`,
    );
  }
};

const makeEmpty = async (db: Db, manifest: Manifest): Promise<void> => {
  // What it knows to have ended stays known: it may be more than the ledger tells.
  for (const name of replacedBy(manifest).filter((each) => each !== TOMBSTONES))
    await db.collection(name).deleteMany({});
};

/**
 * Whether a document, or the account, profile, record or owner that it belongs to, has ended; OAuth grants always have, because their tokens
 * have.
 */
const hasEnded = (document: Document, ended: ReadonlySet<string>): boolean => {
  const { _id, account_id, profile_id, record_id, record_ids = [], owner_id, grant } = document;
  const ids = [_id, account_id, profile_id, record_id, ...record_ids, owner_id].filter(
    (id) => typeof id === 'string',
  );
  return grant !== undefined || ids.some((id) => ended.has(tombstoneId(id)));
};

/** Writes what a backup holds, except what has ended by its own tombstones, by `later` ones or by those of the database. */
const restore = async (
  db: Db,
  folder: string,
  { collections }: Manifest,
  later: Document[],
): Promise<void> => {
  const earlier = collections[TOMBSTONES] ? readDocuments(collectionFile(folder, TOMBSTONES)) : [];
  const tombstones = new Map<string, Document>(later.map((tombstone) => [tombstone._id, tombstone]));
  for await (const tombstone of earlier) tombstones.set(tombstone._id, tombstone);
  const known = db.collection<{ _id: string }>(TOMBSTONES).find({}, { projection: { _id: 1 } });
  const ended = new Set(await known.map(({ _id }) => _id).toArray());
  // First of all, so that nothing that has ended is there even for a moment.
  const added = [...tombstones.values()].filter(({ _id }) => !ended.has(_id));
  await insertDocuments(db, TOMBSTONES, added);
  for (const { _id } of added) ended.add(_id);

  for (const name of Object.keys(collections).filter((each) => each !== TOMBSTONES)) {
    let leftOut = 0;
    const staying = async function* () {
      for await (const document of readDocuments(collectionFile(folder, name))) {
        const restored = withoutOpenImports(name, document);
        if (hasEnded(document, ended)) leftOut += 1;
        else if (restored) yield restored;
      }
    };
    const written = await insertDocuments(db, name, staying());
    console.log(`${name}: ${written}${leftOut > 0 ? `, without ${leftOut} that have ended` : ''}`);
  }
  await giveDefaults(db, ended);
  console.log('Restored. The services make the indexes when they start.');
};

const readCommand = () => {
  const { values, positionals } = readArguments(
    {
      ledger: { type: 'string' },
      'without-ledger': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'after-snapshot': { type: 'boolean', default: false },
    },
    USAGE,
  );
  const [folder, ...surplus] = positionals;
  const { ledger, replace, 'without-ledger': withoutLedger, 'after-snapshot': afterSnapshot } = values;
  const isComplete = afterSnapshot
    ? ledger && !folder
    : folder && surplus.length === 0 && (ledger === undefined) === withoutLedger;
  if (!isComplete) throw new Error(`Usage: ${USAGE}`);
  return { folder, ledgerFile: ledger, replace };
};

const takeOutEnded = async (db: Db, ledger: Ledger): Promise<void> => {
  await requireAccounts(db);
  console.log(`The ledger was taken at ${ledger.takenAt.toISOString()}.`);
  await refuseBehind(db, ledger);
  console.log(`Taken out: ${await removeEnded(db, ledger.tombstones)}, with all that belonged to them.`);
};

const restoreFolder = async (
  db: Db,
  folder: string,
  ledger: Ledger | undefined,
  replace: boolean,
): Promise<void> => {
  const manifest = await readManifest(folder);
  if (!manifest.collections.accounts)
    throw new Error(`${folder} is from another database: it holds no accounts.`);
  refuseOld(manifest, ledger);
  await refuseDamaged(folder, manifest);
  await refuseFilled(db, manifest, replace);
  try {
    await makeEmpty(db, manifest);
    await restore(db, folder, manifest, ledger?.tombstones ?? []);
  } catch (error) {
    throw new Error(
      `The database is incomplete now (${(error as Error).message}). If a service was running, stop all of them; then restore again with --replace.`,
    );
  }
};

await onDatabase(
  readCommand,
  async (db, { folder, ledgerFile, replace }) => {
    const ledger = ledgerFile === undefined ? undefined : await readLedger(ledgerFile);
    if (folder) await restoreFolder(db, folder, ledger, replace);
    else if (ledger) await takeOutEnded(db, ledger);
  },
  FROM_PRIMARY,
);
