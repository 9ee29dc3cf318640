import type { Db, MongoClient } from 'mongodb';
import type { Log } from 'shared/observe/log.ts';
import type { Keys } from 'shared/process/keys.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { createMealStore } from '../meals/meal-store.ts';
import { createWellbeingStore } from '../notes/wellbeing-store.ts';
import type { ProfileRemovalStore } from '../profiles/profile-removal-store.ts';
import { createProfileStore } from '../profiles/profile-store.ts';
import { createDayStore } from '../records/one-a-day-store.ts';
import { createRecordChanges } from '../records/record-changes.ts';
import { createRecordStore } from '../records/record-store.ts';
import { createImportFiles, IMPORT_FILE_INDEXES } from './import-files.ts';
import { startImportJobs } from './import-jobs.ts';
import { createImportRows, IMPORT_ROW_INDEXES } from './import-rows.ts';
import { createImportStore, IMPORT_INDEXES as IMPORTS } from './import-store.ts';
import { createReadImport } from './read-import.ts';
import { createTakeBack } from './take-back.ts';
import { createWriteImport } from './write-import.ts';

export const IMPORT_INDEXES = { ...IMPORTS, ...IMPORT_ROW_INDEXES, ...IMPORT_FILE_INDEXES };

type OpenImportsParts = {
  client: MongoClient;
  db: Db;
  keys: Keys;
  log: Log;
  redisUrl: string;
  removals: ProfileRemovalStore;
};

/** The imports of every account: where they are kept, and the jobs that go on with them. */
export const openImports = ({ client, db, keys, log, redisUrl, removals }: OpenImportsParts) => {
  const store = createImportStore(db, keys);
  const files = createImportFiles(db, keys);
  const rows = createImportRows(db, keys);
  const profiles = createProfiles(db);
  const profileStore = createProfileStore(client, db);
  const changes = createRecordChanges(db);
  const jobs = startImportJobs({
    ...{ redisUrl, log, store, files, rows },
    read: createReadImport({ db, store, files, rows, profiles }),
    write: createWriteImport({
      ...{ client, db, store, rows, profiles, profileStore, changes },
      meals: createMealStore(db),
      activity: createDayStore(db, 'activity'),
      sleep: createDayStore(db, 'sleep'),
      wellbeing: createWellbeingStore(db),
    }),
    takeBack: createTakeBack({
      ...{ client, db, store, rows, profiles, profileStore, removals, changes },
      records: createRecordStore(db),
    }),
  });
  return { store, files, rows, jobs };
};
