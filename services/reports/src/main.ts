import { watchReplicas } from 'shared/calls/replicas.ts';
import { runService } from 'shared/http/run-service.ts';
import { createLog } from 'shared/observe/log.ts';
import { startTracing } from 'shared/observe/tracing.ts';
import { createKeys } from 'shared/process/keys.ts';
import { startErasureSweeps } from 'shared/queues/erasure-sweeps.ts';
import { MONTH_SUMS_INDEXES } from 'shared/records/kept-sums/kept-sums.ts';
import { IDEMPOTENCY_INDEXES } from 'shared/store/idempotency.ts';
import { makeIndexes } from 'shared/store/make-indexes.ts';
import { createMongo } from 'shared/store/mongo.ts';
import { createSweep } from 'shared/store/sweep.ts';
import { createReportsApp } from './app.ts';
import { KEPT_LINK_INDEXES } from './clients/kept-link-store.ts';
import { config } from './config.ts';
import { createLinkKeepersStore } from './share-links/link-keepers-store.ts';
import { createShareLinkStore, SHARE_LINK_INDEXES } from './share-links/share-link-store.ts';
import { createViewCounter } from './share-links/view-counter.ts';

const log = createLog('reports', config.LOG_LEVEL);
await startTracing('reports', config, log);
const { client, db } = createMongo(config.MONGODB_URL, 'reports', log, config.MONGODB_TIMEOUT_MS);
const keys = createKeys(config.SECRET_KEY);
/** What reports owns: an erased account is swept from all of it. */
const ownedCollections = {
  ...SHARE_LINK_INDEXES,
  ...KEPT_LINK_INDEXES,
  ...MONTH_SUMS_INDEXES,
  ...IDEMPOTENCY_INDEXES,
};
const madeIndexes = makeIndexes(db, ownedCollections, log);
const caller = { service: 'reports', keys, log } as const;
const auth = await watchReplicas(caller, 'auth', config.AUTH_SERVICE_URL);
const links = createShareLinkStore(db);
const views = createViewCounter(links, log);

const sweepOwned = createSweep(db, Object.keys(ownedCollections));
const keepers = createLinkKeepersStore(db);

const erasureSweeps = startErasureSweeps({
  service: 'reports',
  redisUrl: config.REDIS_URL,
  log,
  sweep: async (owner) => {
    await sweepOwned(owner);
    await keepers.sweep(owner.account_id);
  },
});

runService({
  service: 'reports',
  app: createReportsApp({ client, db, keys, log, siteUrl: config.SITE_URL, links, views, auth }),
  log,
  config,
  keys,
  checks: {
    mongodb: () => db.command({ ping: 1 }),
    indexes: madeIndexes,
  },
  close: [() => erasureSweeps.close(), views.finish, () => client.close()],
});
