import type { Db, MongoClient } from 'mongodb';
import type { ProfileKey } from 'shared/records/documents.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { versionsOf } from 'shared/records/versions.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { ProfileRemovalStore } from '../profiles/profile-removal-store.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { BY_PERSON, type RecordChanges } from '../records/record-changes.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { ImportRows, Written } from './import-rows.ts';
import type { ImportStore } from './import-store.ts';
import { Superseded } from './read-import.ts';
import type { StoredImport } from './stored-import.ts';

type TakeBackParts = {
  client: MongoClient;
  db: Db;
  store: ImportStore;
  rows: ImportRows;
  profiles: Profiles;
  profileStore: ProfileStore;
  removals: ProfileRemovalStore;
  records: RecordStore;
  changes: RecordChanges;
};

export type TakeBack = ReturnType<typeof createTakeBack>;

/**
 * Makes the function that takes back what an import wrote and nobody changed since (`C14.taken_back`), the last batch first, each in one
 * transaction. Throws `Superseded`.
 */
export const createTakeBack = (parts: TakeBackParts) => {
  const { client, db, store, rows, profiles, profileStore, removals, records, changes } = parts;
  const versions = versionsOf(db);

  /** Whether it is gone. */
  const takeBack = async (
    { _id: import_id, account_id }: StoredImport,
    { kind, id, version }: Written,
    transaction: Transaction,
  ): Promise<boolean> => {
    if (kind === 'version') {
      // One of a record that was never here goes; the others belong to the history of their record.
      const filter = { account_id, record_id: id, version, import_id };
      const found = await versions.findOne(filter, transaction);
      if (!found || (await records.find(account_id, found.kind, id, transaction))) return true;
      await versions.deleteOne(filter, transaction);
      return true;
    }
    const record = await records.find(account_id, kind, id, transaction);
    if (!record) return true;
    if (record.import_id !== import_id || record.version !== version) return false;
    await changes.remove(kind, { _id: id, account_id }, BY_PERSON, transaction, 'taken_back');
    return true;
  };

  const isEmpty = async (profile: ProfileKey): Promise<boolean> =>
    Object.values(await removals.countRecords(profile)).every((count) => count === 0);

  return async (one: StoredImport): Promise<void> => {
    let { changed_since } = one;
    for (;;) {
      const batch = await rows.lastWritten(one);
      if (!batch) break;
      changed_since = await inRetriedTransaction(client, async (transaction) => {
        if (!(await rows.forget(one, batch, transaction))) throw new Superseded();
        let left = changed_since;
        for (const written of batch.written.toReversed())
          if (!(await takeBack(one, written, transaction))) left += 1;
        const set = { changed_since: left, tries: 0 };
        if (!(await store.change(one, ['taking_back'], { $set: set }, transaction))) throw new Superseded();
        return left;
      });
    }
    for (const { id: _id, made, targets, revision } of one.brought ?? []) {
      const profile = { _id, account_id: one.account_id };
      const standing = (await profiles.find(one.account_id)).find((found) => found._id === _id);
      if (standing?.revision !== revision) continue;
      if (made && (await isEmpty(profile))) await removals.remove(one.account_id, _id);
      else if (targets) await profileStore.change({ ...profile, revision }, { targets: null });
    }
    await store.end(one, ['taking_back'], 'taken_back');
  };
};
