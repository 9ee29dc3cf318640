import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';

/** Deletes everything that diary owns of an account that is being erased. */
export const createSweep = (db: Db) => {
  const collections = [
    ...Object.values(recordCollections(db)),
    db.collection('removed_profiles'),
    db.collection('idempotency'),
  ];
  return async (accountId: string): Promise<void> => {
    for (const collection of collections) await collection.deleteMany({ account_id: accountId });
  };
};
