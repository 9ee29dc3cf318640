import { watchReplicas } from 'shared/calls/replicas.ts';
import { DEMO_FILLED_EVERY_MS, UPLOAD_MS } from 'shared/deadlines.ts';
import { runService } from 'shared/http/run-service.ts';
import { createLog } from 'shared/observe/log.ts';
import { measureDeletions } from 'shared/observe/metrics-deletions.ts';
import { startTracing } from 'shared/observe/tracing.ts';
import { createKeys } from 'shared/process/keys.ts';
import { startErasureSweeps } from 'shared/queues/erasure-sweeps.ts';
import { RECORD_INDEXES } from 'shared/records/documents.ts';
import { createKeptSums, MONTH_SUMS_INDEXES } from 'shared/records/kept-sums/kept-sums.ts';
import { VERSION_INDEXES } from 'shared/records/versions.ts';
import { IDEMPOTENCY_INDEXES } from 'shared/store/idempotency.ts';
import { makeIndexes } from 'shared/store/make-indexes.ts';
import { createMongo } from 'shared/store/mongo.ts';
import { createSweep } from 'shared/store/sweep.ts';
import { createDiaryApp } from './app.ts';
import { config } from './config.ts';
import { IMPORT_INDEXES, openImports } from './import/open-imports.ts';
import { createDemoDiary } from './made-up/demo-diary.ts';
import { createProfileRemovalStore, PROFILE_REMOVAL_INDEXES } from './profiles/profile-removal-store.ts';

const SWEEP_EVERY_MS = 15_000;

const log = createLog('diary', config.LOG_LEVEL);
await startTracing('diary', config, log);
const { client, db } = createMongo(config.MONGODB_URL, 'diary', log, config.MONGODB_TIMEOUT_MS);
const keys = createKeys(config.SECRET_KEY);
/** What diary owns: an erased account is swept from all of it. */
const ownedCollections = {
  ...RECORD_INDEXES,
  ...MONTH_SUMS_INDEXES,
  ...VERSION_INDEXES,
  ...IDEMPOTENCY_INDEXES,
  ...PROFILE_REMOVAL_INDEXES,
  ...IMPORT_INDEXES,
};
const madeIndexes = makeIndexes(db, ownedCollections, log);
// A release that knows nothing of them may have changed records since, beside this one or instead of it.
madeIndexes()
  .then(createKeptSums(db).forgetAll)
  .catch((err) => log.warn({ err }, 'sums that were kept are not forgotten'));
const caller = { service: 'diary', keys, log } as const;
const [auth, reports] = await Promise.all([
  watchReplicas(caller, 'auth', config.AUTH_SERVICE_URL),
  watchReplicas(caller, 'reports', config.REPORTS_SERVICE_URL),
]);

const removals = createProfileRemovalStore(client, db);
const sweepAgain = () =>
  removals.sweepAgain().catch((err) => log.warn({ err }, 'removed profiles are not swept yet'));
measureDeletions('profile', removals.findOldest);
const sweeps = setInterval(sweepAgain, SWEEP_EVERY_MS);

/** Its account is made by auth, each night another. */
const fillDemo = createDemoDiary(client, db);
const demo = config.DEMO_ACCOUNT
  ? setInterval(
      () => fillDemo().catch((err) => log.warn({ err }, 'the demo diary is not filled yet')),
      DEMO_FILLED_EVERY_MS,
    )
  : undefined;

const erasureSweeps = startErasureSweeps({
  service: 'diary',
  redisUrl: config.REDIS_URL,
  log,
  sweep: createSweep(db, Object.keys(ownedCollections)),
});

const imports = openImports({ client, db, keys, log, redisUrl: config.REDIS_URL, removals });

const server = runService({
  service: 'diary',
  app: createDiaryApp({ client, db, keys, log, siteUrl: config.SITE_URL, removals, imports, auth, reports }),
  log,
  config,
  keys,
  checks: {
    mongodb: () => db.command({ ping: 1 }),
    indexes: madeIndexes,
  },
  close: [
    () => imports.jobs.close(),
    () => erasureSweeps.close(),
    async () => clearInterval(sweeps),
    async () => clearInterval(demo),
    () => client.close(),
  ],
});
// The gateway says how long a file may take.
server.requestTimeout = 2 * UPLOAD_MS;
