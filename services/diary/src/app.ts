import { type Express, Router } from 'express';
import type { Db, MongoClient } from 'mongodb';
import type { Replicas } from 'shared/calls/replicas.ts';
import { createApp } from 'shared/http/app.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import { createRoute } from 'shared/http/route.ts';
import type { Log } from 'shared/observe/log.ts';
import { pageErrorHandler } from 'shared/pages/shell/error-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { createIdempotency } from 'shared/store/idempotency.ts';
import { inRetriedTransaction, type Transact } from 'shared/store/retry-races.ts';
import { ACTIVITY_OF_DAY } from './activity/activity-of-day.ts';
import { dayRoutes } from './days/day-routes.ts';
import { createDaysStore } from './days/days-store.ts';
import { downloadRoutes } from './download/download-routes.ts';
import { createOpenEverything } from './download/everything.ts';
import { copyRoutes } from './foods/copy-routes.ts';
import { foodRoutes } from './foods/food-routes.ts';
import { createFoodStore } from './foods/food-store.ts';
import { historyRoutes } from './history/history-routes.ts';
import { createHistoryStore } from './history/history-store.ts';
import { createRestoreRecord } from './history/restore-record.ts';
import { type ImportRoutesParts, importRoutes } from './import/import-routes.ts';
import { mealRoutes } from './meals/meal-routes.ts';
import { createMealStore } from './meals/meal-store.ts';
import { wellbeingRoutes } from './notes/wellbeing-routes.ts';
import { createWellbeingStore } from './notes/wellbeing-store.ts';
import { createFindAccount } from './profiles/find-account.ts';
import { profilePageRoutes } from './profiles/profile-page-routes.ts';
import type { ProfileRemovalStore } from './profiles/profile-removal-store.ts';
import { profileRoutes } from './profiles/profile-routes.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { deleteRecordPageRoutes } from './record-page/delete-record-page-routes.ts';
import { recordPageRoutes } from './record-page/record-page-routes.ts';
import { deletionRoutes } from './records/deletion-routes.ts';
import { oneADayRoutes } from './records/one-a-day-routes.ts';
import { createDayStore } from './records/one-a-day-store.ts';
import { createRecordChanges } from './records/record-changes.ts';
import { createRecordStore } from './records/record-store.ts';
import { SLEEP_OF_DAY } from './sleep/sleep-of-day.ts';

/** The stores and jobs of imports, which go on without a request. */
type ImportParts = Pick<ImportRoutesParts, 'store' | 'files' | 'rows' | 'jobs'>;

type DiaryParts = {
  client: MongoClient;
  db: Db;
  keys: Keys;
  log: Log;
  siteUrl: string;
  removals: ProfileRemovalStore;
  imports: ImportParts;
  /** The services that own the other parts of the download. */
  auth: Replicas;
  reports: Replicas;
};

/** The diary: profiles, meals, activity, sleep, wellbeing notes, the days that they make, and the person's pages of them. */
export const createDiaryApp = (parts: DiaryParts): Express => {
  const { client, db, keys, log, siteUrl, removals, imports, auth, reports } = parts;
  const app = createApp(log);
  const route = createRoute(app, keys);
  const transact: Transact = (work) => inRetriedTransaction(client, work);
  const idempotent = createIdempotency(client, db, keys);

  const profiles = createProfiles(db);
  const meals = createMealStore(db);
  const activity = createDayStore(db, 'activity');
  const sleep = createDayStore(db, 'sleep');
  const wellbeing = createWellbeingStore(db);
  const records = createRecordStore(db);
  const changes = createRecordChanges(db);

  const profileStore = createProfileStore(client, db);
  profileRoutes(route, idempotent, profiles, profileStore, createFindAccount(db));
  mealRoutes(route, idempotent, profiles, { meals, records, changes });
  copyRoutes(route, idempotent, profiles, records, meals);
  foodRoutes(route, profiles, createFoodStore(db));
  oneADayRoutes(route, idempotent, profiles, { store: activity, changes }, ACTIVITY_OF_DAY);
  oneADayRoutes(route, idempotent, profiles, { store: sleep, changes }, SLEEP_OF_DAY);
  wellbeingRoutes(route, idempotent, profiles, { wellbeing, records, changes });
  deletionRoutes(route, idempotent, changes);
  const history = createHistoryStore(db);
  const restore = createRestoreRecord({ history, changes });
  historyRoutes(route, idempotent, profiles, { history, meals }, restore);
  dayRoutes(route, profiles, records, createDaysStore(db));

  const openEverything = createOpenEverything({ db, keys, profiles, auth, reports });
  const pages = Router()
    .use(profilePageRoutes({ keys, siteUrl, profiles, store: profileStore, removals }))
    .use(deleteRecordPageRoutes({ transact, keys, siteUrl, profiles, records, changes }))
    .use(recordPageRoutes({ transact, keys, siteUrl, profiles, history, restore, changes }))
    .use(downloadRoutes({ keys, openEverything }))
    .use(importRoutes({ keys, siteUrl, profiles, ...imports }))
    .use(pageErrorHandler(siteUrl));

  return app.use(pages).use(notFoundHandler).use(problemHandler(siteUrl));
};
