import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import type { Person } from 'shared/service/principal.ts';

export type FindZone = (account: Person['account']) => Promise<string>;

/** The zone that a person lives by: that of their default diary, which they can change; at first the one they began in. */
export const createFindZone = (db: Db): FindZone => {
  const { profiles } = recordCollections(db);
  return async ({ id, time_zone }) => {
    const own = await profiles.findOne({ account_id: id, is_default: true });
    return own?.time_zone ?? time_zone;
  };
};
