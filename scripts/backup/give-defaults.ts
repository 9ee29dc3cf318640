import type { Db } from 'mongodb';
import { recordCollections } from 'shared/records/documents.ts';
import { defaultProfileId, newDefaultProfile } from 'shared/records/profiles.ts';
import type { CallersAccount } from 'shared/service/principal.ts';
import { tombstoneId } from 'shared/service/tombstones.ts';
import { uuidv7 } from 'uuidv7';

/**
 * Gives a default profile to each account whose own has ended since: its oldest one, else a new one. The services would make a
 * new one under the id that has ended, and the next restore would leave it out with all that is in it by then.
 */
export const giveDefaults = async (db: Db, ended: ReadonlySet<unknown>): Promise<void> => {
  const { profiles } = recordCollections(db);
  const without = profiles.aggregate<{ _id: string; oldest: string }>([
    { $group: { _id: '$account_id', oldest: { $min: '$_id' }, hasDefault: { $max: '$is_default' } } },
    { $match: { hasDefault: false } },
  ]);
  for await (const { _id: account_id, oldest } of without)
    await profiles.updateOne({ _id: oldest, account_id }, { $set: { is_default: true } });

  const accounts = db.collection<Omit<CallersAccount, 'id'> & { _id: string }>('accounts');
  for await (const { _id, language, time_zone } of accounts.find()) {
    if (!ended.has(tombstoneId(defaultProfileId(_id)))) continue;
    if (await profiles.findOne({ account_id: _id })) continue;
    const profile = newDefaultProfile({ id: _id, language, time_zone });
    await profiles.insertOne({ ...profile, _id: `prof_${uuidv7()}` });
  }
};
