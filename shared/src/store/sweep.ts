import type { Db } from 'mongodb';

/** What is swept: everything of an account, or of one profile of it. */
type Owner = { account_id: string } | { account_id: string; profile_id: string };

/**
 * Makes the function that deletes whatever an owner has in these collections. What is closed, an account that is erased or a
 * profile that is removed, is swept at once, and a last time after `QUIET_AFTER_MS`: that also completes a sweep that was
 * interrupted. It may run any number of times.
 */
export const createSweep =
  (db: Db, collections: readonly string[]) =>
  async (owner: Owner): Promise<void> => {
    for (const name of collections) await db.collection(name).deleteMany(owner);
  };
