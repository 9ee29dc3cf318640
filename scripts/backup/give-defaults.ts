import type { Db } from 'mongodb';
import { accountsOf, readAccount } from 'shared/records/account.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { defaultProfileId, newDefaultProfile } from 'shared/records/profiles.ts';
import { tombstoneId } from 'shared/store/tombstones.ts';
import { uuidv7 } from 'uuidv7';

/**
 * Gives each account one default profile. An account whose own has ended since gets its oldest one, else a new one: the services
 * would make a new one under the id that has ended, and the next restore would leave it out with all that is in it by then.
 * Where another was made the default while the profiles were being backed up, a backup can hold none or two: the oldest of two
 * stays, as in `createProfiles`.
 */
export const giveDefaults = async (db: Db, ended: ReadonlySet<unknown>): Promise<void> => {
  const { profiles } = recordCollections(db);
  const oldestDefault = { $min: { $cond: ['$is_default', '$_id', null] } };
  const defaults = { $sum: { $cond: ['$is_default', 1, 0] } };
  const notOne = profiles.aggregate<{ _id: string; oldest: string; oldestDefault: string | null }>([
    { $group: { _id: '$account_id', oldest: { $min: '$_id' }, oldestDefault, defaults } },
    { $match: { defaults: { $ne: 1 } } },
  ]);
  for await (const { _id: account_id, oldest, oldestDefault } of notOne) {
    await profiles.updateMany({ account_id }, { $set: { is_default: false } });
    await profiles.updateOne({ _id: oldestDefault ?? oldest, account_id }, { $set: { is_default: true } });
  }

  for await (const { _id, language, time_zone } of accountsOf(db).find().map(readAccount)) {
    if (!ended.has(tombstoneId(defaultProfileId(_id)))) continue;
    if (await profiles.findOne({ account_id: _id })) continue;
    const profile = newDefaultProfile({ id: _id, language, time_zone });
    await profiles.insertOne({ ...profile, _id: `prof_${uuidv7()}` });
  }
};
