import { open } from 'node:fs/promises';
import type { Db } from 'mongodb';
import { createKeys } from 'shared/process/keys.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { isDuplicateKey } from 'shared/store/mongo.ts';
import { config } from './operator/config.ts';
import { onDatabase } from './operator/on-database.ts';
import { loadOrCreateSecretKey } from './secret-key.ts';
import { makeAccount, storeAccounts } from './seed/accounts.ts';
import { keptBy, newReader } from './seed/clients.ts';
import { readOptions, type SeedOptions } from './seed/options.ts';

/** So many days are made, and kept in memory, before they are written. */
const DAYS_AT_A_TIME = 1_500;
const PROGRESS_EVERY_MS = 5_000;

/** One more account, which keeps a link of each of these. */
const addReader = async (db: Db, { seed }: SeedOptions, accounts: StoredAccount[], now: Date) => {
  const keys = createKeys(config.SECRET_KEY ?? [loadOrCreateSecretKey(config.DATA_DIR)]);
  const reader = newReader(seed, now);
  const all = accounts.map((account) => keptBy(reader, account, keys));
  const insert = (name: string, documents: { _id: string }[]) =>
    db.collection<{ _id: string }>(name).insertMany(documents);
  await insert('accounts', [reader]);
  await insert(
    'share_links',
    all.map(({ link }) => link),
  );
  await insert(
    'kept_links',
    all.map(({ kept }) => kept),
  );
  console.error(`${reader.email} keeps the reports of all of them.`);
};

/** Fills the database batch by batch; what is printed of an account is printed once all of it is stored. */
const fill = async (db: Db, options: SeedOptions, print: (lines: string) => Promise<void>) => {
  const now = new Date();
  const batchSize = Math.ceil(DAYS_AT_A_TIME / options.days);
  let nextReportAt = Date.now() + PROGRESS_EVERY_MS;
  const clients: StoredAccount[] = [];
  for (let first = 1; first <= options.accounts; first += batchSize) {
    const last = Math.min(first + batchSize - 1, options.accounts);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const accounts = numbers.map((number) => makeAccount(options, number, now));
    await storeAccounts(
      db,
      accounts.map(({ documents }) => documents),
    ).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
      throw new Error(`The people of --seed ${options.seed} already exist: choose another number.`);
    });
    await print(accounts.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
    if (options.clients) clients.push(...accounts.flatMap(({ documents }) => documents.accounts));
    if (Date.now() < nextReportAt) continue;
    console.error(`${last} of ${options.accounts} accounts …`);
    nextReportAt = Date.now() + PROGRESS_EVERY_MS;
  }
  console.error(`${options.accounts} accounts with ${options.days} days each.`);
  if (options.clients) await addReader(db, options, clients, now);
};

const readCommand = (): SeedOptions => {
  if (config.NODE_ENV === 'production')
    throw new Error('NODE_ENV is production: made-up diaries do not belong among real ones.');
  return readOptions();
};

await onDatabase(readCommand, async (db, options) => {
  const tokens = options.tokensFile ? await open(options.tokensFile, 'a', 0o600) : undefined;
  let emptied = false;
  try {
    await fill(db, options, async (lines) => {
      if (!tokens) return void process.stdout.write(lines);
      // Only now: the tokens of another run are shown nowhere else, and this one may make nobody.
      if (!emptied) await tokens.truncate();
      emptied = true;
      await tokens.appendFile(lines);
    });
  } finally {
    await tokens?.close();
  }
});
