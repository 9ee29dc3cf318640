import type { Db } from 'mongodb';

/**
 * A database that a service has worked with has `accounts`, if only its indexes.
 * @throws Error, one line, where this is another database
 */
export const requireAccounts = async (db: Db): Promise<void> => {
  if (await db.listCollections({ name: 'accounts' }, { nameOnly: true }).hasNext()) return;
  throw new Error(`The database ${db.databaseName} holds no accounts. Does MONGODB_URL name the right one?`);
};
