import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import type { Person } from 'shared/service/principal.ts';

/**
 * The zone that a person lives by, as an IANA name: that of their default profile, which they can change; at first the one that
 * the account began in (contract §2).
 */
export type FindZone = (account: Person['account']) => Promise<string>;

/** Makes the function that finds it in diary's collection `profiles`. */
export const createFindZone = (db: Db): FindZone => {
  const { profiles } = recordCollections(db);
  return async ({ id, time_zone }) => {
    const own = await profiles.findOne({ account_id: id, is_default: true });
    return own?.time_zone ?? time_zone;
  };
};
