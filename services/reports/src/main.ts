import { startErasureWorker, sweepOf } from 'shared/queues/erasure-worker.ts';
import { IDEMPOTENCY_INDEXES } from 'shared/service/idempotency.ts';
import { createKeys } from 'shared/service/keys.ts';
import { createLog } from 'shared/service/log.ts';
import { makeIndexes } from 'shared/service/make-indexes.ts';
import { createMongo } from 'shared/service/mongo.ts';
import { watchReplicas } from 'shared/service/replicas.ts';
import { runService } from 'shared/service/run-service.ts';
import { startTracing } from 'shared/service/tracing.ts';
import { createReportsApp } from './app.ts';
import { config } from './config.ts';
import { createShareLinkStore, SHARE_LINK_INDEXES } from './share-links/share-link-store.ts';
import { createViewCounter } from './share-links/view-counter.ts';

const log = createLog('reports', config.LOG_LEVEL);
await startTracing('reports', config, log);
const { client, db } = createMongo(config.MONGODB_URL, 'reports', log);
const keys = createKeys(config.SECRET_KEY);
/** What reports owns: an erased account is swept from all of it. */
const indexes = { ...SHARE_LINK_INDEXES, ...IDEMPOTENCY_INDEXES };
const madeIndexes = makeIndexes(db, indexes, log);
const caller = { service: 'reports', keys, log } as const;
const auth = await watchReplicas(caller, 'auth', config.AUTH_SERVICE_URL);
const links = createShareLinkStore(db);
const views = createViewCounter(links, log);

const erasureWorker = startErasureWorker({
  service: 'reports',
  redisUrl: config.REDIS_URL,
  log,
  sweep: sweepOf(db, indexes),
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
  close: [() => erasureWorker.close(), views.finish, () => client.close()],
});
