import type { Db } from 'mongodb';

/** Deletes everything that reports owns of an account that is being erased. */
export const createSweep = (db: Db) => {
  const collections = [db.collection('share_links'), db.collection('idempotency')];
  return async (accountId: string): Promise<void> => {
    for (const collection of collections) await collection.deleteMany({ account_id: accountId });
  };
};
