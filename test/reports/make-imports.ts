import type { Db } from 'mongodb';
import { createKeys } from 'shared/process/keys.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { type ComingRow, createImportRows } from '../../services/diary/src/import/import-rows.ts';
import { createImportStore } from '../../services/diary/src/import/import-store.ts';
import { createTakeBack } from '../../services/diary/src/import/take-back.ts';
import { createWriteImport } from '../../services/diary/src/import/write-import.ts';
import { createMealStore } from '../../services/diary/src/meals/meal-store.ts';
import { createWellbeingStore } from '../../services/diary/src/notes/wellbeing-store.ts';
import { createProfileRemovalStore } from '../../services/diary/src/profiles/profile-removal-store.ts';
import { createProfileStore } from '../../services/diary/src/profiles/profile-store.ts';
import { createDayStore } from '../../services/diary/src/records/one-a-day-store.ts';
import { createRecordChanges } from '../../services/diary/src/records/record-changes.ts';
import { createRecordStore } from '../../services/diary/src/records/record-store.ts';

/** Imports records as the jobs of imports do, and takes them back. */
export const makeImports = (db: Db) => {
  const keys = createKeys(['a key of at least 32 characters, for a test']);
  const store = createImportStore(db, keys);
  const rows = createImportRows(db, keys);
  const parts = {
    ...{ client: db.client, db, store, rows },
    profiles: createProfiles(db),
    profileStore: createProfileStore(db.client, db),
    changes: createRecordChanges(db),
  };
  const write = createWriteImport({
    ...parts,
    meals: createMealStore(db),
    activity: createDayStore(db, 'activity'),
    sleep: createDayStore(db, 'sleep'),
    wellbeing: createWellbeingStore(db),
  });
  const takeBack = createTakeBack({
    ...parts,
    removals: createProfileRemovalStore(db.client, db),
    records: createRecordStore(db),
  });
  const found = async (accountId: string, id: string) => {
    const one = await store.find(accountId, id);
    if (!one) throw new Error('There is no such import.');
    return one;
  };

  return {
    /** Writes what comes into a profile, and returns the import's id. */
    bring: async (
      { _id, account_id, time_zone }: StoredProfile,
      coming: readonly ComingRow[],
    ): Promise<string> => {
      const about = { account_id, profile_id: _id, time_zone, file_name: 'meals.csv' };
      const begun = await store.begin(about);
      if (!begun) throw new Error('Another import is open.');
      await rows.add(begun, 'run', 0, coming);
      await store.change(begun, ['uploading'], { $set: { state: 'importing', run: 'run', source: 'test' } });
      await write(await found(account_id, begun._id));
      return begun._id;
    },

    /** Takes an import back; what was changed since stays. */
    takeBack: async ({ account_id }: StoredProfile, id: string): Promise<void> => {
      const one = await found(account_id, id);
      await store.change(one, ['done'], { $set: { state: 'taking_back' } });
      await takeBack(await found(account_id, id));
    },
  };
};
